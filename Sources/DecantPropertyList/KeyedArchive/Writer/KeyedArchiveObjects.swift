internal import DecantCore

/// The table of objects of an archive that is being made.
///
///     objects │ "$null" │ begin, "NS.objects", …, reference 3, end │ "text" │ begin, "$classname", … │
///
/// Strings, numbers and bytes are stored once each, as NSKeyedArchiver does, and so is each class. Objects are made while those
/// around them are open, so they are not on one tape; scalars are nodes of the document's, so that no text is copied.
struct KeyedArchiveObjects {
  /// A part of an object.
  enum Item {
    case begin(Event.Kind)
    case end(Event.Kind)
    case key(String)
    case reference(Int)
    /// A scalar of the document.
    case node(Int)
    case text(Event.Kind, String)
    case data([UInt8])
  }

  private struct Scalar: Hashable {
    var kind: Event.Kind
    var text: [UInt8]
  }

  private(set) var contents: [[Item]] = [[.text(.string, nilText)]]
  private var scalars: [Scalar: Int] = [:]
  private var classes: [KeyedArchiveClass: Int] = [:]

  /// The text of the first object, to which all references to nil refer.
  static let nilText = "$null"

  mutating func reserve() -> Int {
    contents.append([])
    return contents.count - 1
  }

  mutating func fill(_ number: Int, with items: [Item]) {
    contents[number] = items
  }

  /// Returns the number of an object that is a scalar, and stores `item` if it is new.
  mutating func number(ofScalar kind: Event.Kind, _ text: [UInt8], _ item: Item) -> Int {
    let scalar = Scalar(kind: kind, text: text)
    if let number = scalars[scalar] { return number }
    contents.append([item])
    scalars[scalar] = contents.count - 1
    return contents.count - 1
  }

  mutating func number(of list: KeyedArchiveClass) -> Int {
    if let number = classes[list] { return number }
    var items: [Item] = [.begin(.beginMapping), .key("$classname"), .text(.string, list.name)]
    for (key, names) in [("$classes", list.names), ("$classhints", list.hints)]
    where !names.isEmpty {
      items += [.key(key), .begin(.beginSequence)]
      items += names.map { .text(.string, $0) }
      items.append(.end(.endSequence))
    }
    items.append(.end(.endMapping))
    contents.append(items)
    classes[list] = contents.count - 1
    return contents.count - 1
  }
}
