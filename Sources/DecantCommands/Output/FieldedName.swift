internal import DecantConversion
internal import DecantCore
internal import DecantSystem

/// The name of an output file in which braces are fields, which each document fills.
///
///     out/{metadata.name}.yaml     a value of the document, at a path
///     out/{key}.yaml               a key of the document, whose value is written, or else the value at /key
///     out/{#}.json                 its number, from 1
///     out/{{draft}}.json           braces, which are doubled
struct FieldedName {
  private enum Part {
    case text(String)
    case value(PathPattern, isKey: Bool)
    case number
  }

  private var parts: [Part] = []

  init(_ name: String) throws(UsageError) {
    var text = ""
    var rest = Substring(name).unicodeScalars
    while let scalar = rest.popFirst() {
      if scalar == "{" || scalar == "}", rest.first == scalar {
        rest.removeFirst()
        text.unicodeScalars.append(scalar)
      } else if scalar == "{", let end = rest.firstIndex(of: "}") {
        parts += [.text(text), try Self.field(String(rest[..<end]))]
        text = ""
        rest = rest[rest.index(after: end)...]
      } else if scalar == "{" || scalar == "}" {
        throw UsageError(
          "'\(name.visible(limit: 64))' has a single '\(scalar)'; a brace in a name is doubled, '\(scalar)\(scalar)'"
        )
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    parts.append(.text(text))
    guard !hasFields || text.utf8.last != UInt8(ascii: "/") else {
      throw UsageError("'\(name.visible(limit: 64))' names a folder; a name of files is needed")
    }
  }

  private static func field(_ text: String) throws(UsageError) -> Part {
    guard text != "#" else { return .number }
    guard !text.isEmpty else {
      throw UsageError(
        "'{}' names no value; '{metadata.name}' is a value at a path, '{#}' a number, and '{{}}' are braces"
      )
    }
    do throws(DecantError) {
      let isKey = !text.utf8.contains { [UInt8]("/.[$".utf8).contains($0) }
      return .value(
        try PathPattern(isKey ? "/" + text : text, bare: .accepted), isKey: text == "key")
    } catch {
      throw UsageError(mistakeIn: text, error)
    }
  }

  var hasFields: Bool { parts.count > 1 }

  /// Whether a field is the key of a mapping, whose values are written to a file each.
  var hasKey: Bool {
    parts.contains { if case .value(_, isKey: true) = $0 { true } else { false } }
  }

  /// The name with a word in place of each field, which has the extension of all names.
  var example: String {
    parts.map { if case .text(let text) = $0 { text } else { "x" } }.joined()
  }

  /// Returns the name that a document fills, or the value of a key; an error is at the value at fault, or else has no place.
  func filled(
    by root: Document.Node, under key: Document.Node? = nil, number: Int
  ) throws(DecantError) -> FilledName {
    var name = ""
    var fixedCount: Int?
    for part in parts {
      let count = name.utf8.reversed().prefix { $0 != UInt8(ascii: "/") }.count
      if case .text = part {} else { fixedCount = fixedCount ?? name.utf8.count - count }
      switch part {
      case .text(let text): name += text
      case .number: name += String(number)
      case .value(let path, let isKey):
        if isKey, let key {
          name += try Self.text(of: key, "{key}", mayBeHidden: count > 0, mayHaveFolders: true)
        } else {
          let node = try Self.node(at: path, in: root)
          name += try Self.text(of: node, path.text, mayBeHidden: count > 0)
        }
      }
    }
    return FilledName(text: name, fixedCount: fixedCount ?? name.utf8.count)
  }

  private static func node(
    at path: PathPattern, in root: Document.Node
  ) throws(DecantError) -> Document.Node {
    let found = path.matches(in: root)
    guard let node = found.first?.node, node.kind != .null else {
      throw DecantError(SplittingProblem.noValue(path.text))
    }
    guard found.count == 1 else {
      throw DecantError(SplittingProblem.severalValues(path.text), offset: found[1].node.offset)
    }
    return node
  }

  private static func text(
    of node: Document.Node, _ place: String, mayBeHidden: Bool, mayHaveFolders: Bool = false
  ) throws(DecantError) -> String {
    guard let text = node.token?.string else {
      throw DecantError(SplittingProblem.notText(place), offset: node.offset)
    }
    // A character with an accent is not a slash.
    let parts = text.unicodeScalars.split(
      separator: "/", maxSplits: mayHaveFolders ? .max : 0, omittingEmptySubsequences: false)
    for (index, part) in parts.enumerated() {
      guard !["", ".", ".."].contains(String(part)),
        mayBeHidden && index == 0 || part.first != ".", !part.contains(where: Self.mayNotContain)
      else { throw DecantError(SplittingProblem.notAName(text, path: place), offset: node.offset) }
    }
    return text
  }

  /// Whether a scalar divides a path, or hides what a person sees of it; words and emoji may have joiners.
  private static func mayNotContain(_ scalar: Unicode.Scalar) -> Bool {
    ["/", "\\"].contains(scalar)
      || scalar.visible != String(scalar) && !["\u{200C}", "\u{200D}"].contains(scalar)
  }
}

/// A name whose fields are filled.
struct FilledName {
  let text: String
  /// How many bytes are before the first part with a field.
  let fixedCount: Int

  /// Throws if a field leads to a link or out of its folder: those who write documents must not choose where.
  func refuseLinks() throws(DecantError) {
    var path = ""
    for part in text.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false) {
      path += String(part)
      if path.utf8.count > fixedCount, String(part) == ".." || System.target(ofLink: path) != nil {
        throw DecantError(SplittingProblem.link(path))
      }
      path += "/"
    }
  }
}
