internal import DecantCore

/// A tag that tells what a value is in a keyed archive.
enum KeyedArchiveTag: Hashable {
  /// A value that is an object of a class of Foundation, or a mapping of the keys of such an object.
  case value(of: String)
  /// A mapping of the keys of an object.
  case object(KeyedArchiveClass)
  /// The mapping of everything that was archived, each under a key of its own.
  case top
  /// A string or collection inside of its object, instead of an object of its own.
  case inline
  /// Base64 of data inside of its object.
  case inlineData
  /// A date inside of its object.
  case inlineDate
  /// Nil where `null` means an object of the class NSNull.
  case none
  /// A string that is the label of an object elsewhere in the document.
  case reference

  init?(_ word: Substring) {
    guard !word.hasPrefix("$") else {
      guard let special = Self.special[String(word)] else { return nil }
      self = special
      return
    }
    if KeyedArchiveClass.isKnown(String(word)) {
      self = .value(of: String(word))
    } else if let list = KeyedArchiveClass(tagText: word) {
      self = .object(list)
    } else {
      return nil
    }
  }

  private static let special: [String: KeyedArchiveTag] = [
    "$top": .top, "$inline": .inline, "$data": .inlineData, "$date": .inlineDate, "$nil": .none,
    "$ref": .reference,
  ]

  var word: String {
    switch self {
    case .value(let name): name
    case .object(let list): list.isKnown && !list.isDictionary ? list.name : list.tagText
    case .top: "$top"
    case .inline: "$inline"
    case .inlineData: "$data"
    case .inlineDate: "$date"
    case .none: "$nil"
    case .reference: "$ref"
    }
  }
}

/// A tag, and the label of its object for references in formats without anchors.
///
///     !NSMutableArray    !$id:3:NSMutableArray    !$id:3
struct KeyedArchiveLabel: Hashable {
  var label: String?
  var tag: KeyedArchiveTag?

  init(label: String? = nil, tag: KeyedArchiveTag? = nil) {
    self.label = label
    self.tag = tag
  }

  /// Parses the text of a tag; nil for a tag that has no meaning in a keyed archive.
  init?(_ text: String) {
    guard text.hasPrefix("!") else { return nil }
    var word = text.dropFirst()
    if word.hasPrefix(Self.prefix) {
      let parts = word.dropFirst(Self.prefix.count).split(
        separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      label = String(parts[0])
      guard parts.count > 1 else { return }
      word = parts[1]
    }
    guard let tag = KeyedArchiveTag(word) else { return nil }
    self.tag = tag
  }

  private static let prefix = "$id:"

  /// The text of the tag; nil if there is nothing to tell.
  var text: String? {
    guard let label else { return tag.map { "!" + $0.word } }
    return "!" + Self.prefix + label + (tag.map { ":" + $0.word } ?? "")
  }
}
