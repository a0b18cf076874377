internal import DecantCore

/// Scalars, each of which is an object of its own in a list; numbers and booleans of fields are in place.
extension KeyedArchiveBuilder {
  // MARK: Without tags

  mutating func appendScalar(_ index: Int, _ role: Role) throws(DecantError) {
    switch tape[index].kind {
    case .null:
      guard role == .element else { return put(.reference(0)) }
      appendNull(at: index)
    case .true, .false, .integer, .real:
      guard role == .element else { return put(part(at: index)) }
      putReference(toScalarAt: index)
    case .string where isNilText(index):
      appendObject(
        KeyedArchiveReferences.Node(start: index, content: index),
        KeyedArchiveClass(named: "NSString"), [.key("NS.string"), .node(index)])
    case .string, .data:
      putReference(toScalarAt: index)
    case .date:
      try appendDate(KeyedArchiveReferences.Node(start: index, content: index))
    default:
      throw DecantError(
        .notRepresentable(.uid, target: Format.keyedArchive.name), offset: tape.offset(at: index))
    }
  }

  private func isNilText(_ index: Int) -> Bool {
    let text = KeyedArchiveObjects.nilText
    return tape[index].length == text.utf8.count && tape.string(at: index) == text
  }

  /// A number that is a part of an object; many references to a long one would make a long archive.
  private func part(at index: Int) -> Item {
    guard tape[index].kind == .real, tape[index].length > 40,
      let number = Double(tape.string(at: index))
    else { return .node(index) }
    return .text(.real, "\(number)")
  }

  private mutating func appendNull(at index: Int) {
    // All nulls are one object.
    appendObject(
      KeyedArchiveReferences.Node(start: -1, content: -1), KeyedArchiveClass(named: "NSNull"), [])
  }

  private mutating func appendDate(
    _ node: KeyedArchiveReferences.Node
  ) throws(DecantError) {
    guard !isKnown(node) else {
      return appendObject(node, KeyedArchiveClass(named: "NSDate"), [])
    }
    guard let seconds = ReferenceDate.secondsSince2001(tape.string(at: node.content)) else {
      throw failure(.malformedValue(className: "NSDate"), node.content)
    }
    appendObject(
      node, KeyedArchiveClass(named: "NSDate"),
      [.key("NS.time"), .text(.real, "\(seconds)")])
  }

  // MARK: With tags

  mutating func append(
    _ node: KeyedArchiveReferences.Node, tagged tag: KeyedArchiveTag, _ role: Role
  ) throws(DecantError) {
    let kind = tape[node.content].kind
    switch (tag, kind) {
    case (.object(let list), .beginMapping):
      try begin(node, .object(list))
    case (.value(let name), .beginMapping), (.value(let name), .beginSequence):
      guard let shape = Self.shape(of: name, kind) else {
        throw failure(.otherKindOfValue(className: name), node.start)
      }
      try begin(node, shape)
    case (.value(let name), .string):
      try append(node, of: name)
    case (.inline, .beginMapping), (.inline, .beginSequence):
      try beginInline(node)
    case (.inline, .string), (.inlineData, .string), (.inlineDate, .string):
      guard !node.isShared else { throw failure(.sharedPart, node.start) }
      try appendPart(node, tag)
    case (.none, .string):
      put(.reference(0))
    case (.object(let list), _):
      throw failure(.objectWithoutKeys(className: list.name), node.start)
    default:
      throw failure(.misplacedTag("!" + tag.word), node.start)
    }
  }

  private mutating func appendPart(
    _ node: KeyedArchiveReferences.Node, _ tag: KeyedArchiveTag
  ) throws(DecantError) {
    switch tag {
    case .inlineData: put(.data(try bytes(of: node, "NSData")))
    case .inlineDate: put(.text(.date, try date(node.content)))
    default: put(.node(node.content))
    }
  }

  private static func shape(of name: String, _ kind: Event.Kind) -> Shape? {
    let list = KeyedArchiveClass(named: name)
    return switch (name, kind) {
    case ("NSArray", .beginSequence), ("NSMutableArray", .beginSequence),
      ("NSSet", .beginSequence), ("NSMutableSet", .beginSequence):
      .list(list)
    case ("NSOrderedSet", .beginSequence), ("NSMutableOrderedSet", .beginSequence):
      .numberedList(list)
    case ("NSDictionary", .beginMapping), ("NSMutableDictionary", .beginMapping):
      .dictionary(list)
    case (_, .beginMapping):
      .object(list)
    default: nil
    }
  }

  private mutating func append(
    _ node: KeyedArchiveReferences.Node, of name: String
  ) throws(DecantError) {
    let list = KeyedArchiveClass(named: name)
    switch name {
    case "NSString", "NSMutableString":
      appendObject(node, list, [.key("NS.string"), .node(node.content)])
    case "NSNumber":
      try appendNumber(node)
    case "NSDate":
      try appendDate(node)
    case "NSData", "NSMutableData":
      appendObject(node, list, [.key("NS.data"), .data(try bytes(of: node, name))])
    case "NSURL":
      guard !isKnown(node) else { return appendObject(node, list, []) }
      // An object precedes its parts.
      let number = reserve(for: node)
      put(.reference(number))
      let text = Array(tape.text[tape.textRange(at: node.content)])
      let relative = objects.number(ofScalar: .string, text, .node(node.content))
      finish(
        number, [.key("NS.base"), .reference(0), .key("NS.relative"), .reference(relative)], list)
    case "NSUUID":
      guard let bytes = UUIDText.bytes(tape.string(at: node.content)) else {
        throw failure(.malformedValue(className: name), node.start)
      }
      appendObject(node, list, [.key("NS.uuidbytes"), .data(bytes)])
    case "NSNull":
      appendNull(at: node.content)
    default:
      throw failure(.otherKindOfValue(className: name), node.start)
    }
  }

  private mutating func appendNumber(
    _ node: KeyedArchiveReferences.Node
  ) throws(DecantError) {
    let text = tape.string(at: node.content)
    let kind: Event.Kind
    switch text {
    case "true": kind = .true
    case "false": kind = .false
    default:
      guard let number = Number(text) else {
        throw failure(.malformedValue(className: "NSNumber"), node.start)
      }
      kind = number.isInteger ? .integer : .real
      if kind == .integer, Int64(text) == nil, UInt64(text) == nil {
        throw failure(.malformedValue(className: "NSNumber"), node.start)
      }
    }
    let isWord = kind == .true || kind == .false
    put(
      .reference(
        objects.number(
          ofScalar: kind, isWord ? [] : Array(text.utf8), .text(kind, isWord ? "" : text))))
  }

  private func bytes(
    of node: KeyedArchiveReferences.Node, _ name: String
  ) throws(DecantError) -> [UInt8] {
    let text = Array(tape.text[tape.textRange(at: node.content)])
    guard let bytes = text.withBytes({ Base64.decode($0) }) else {
      throw failure(.malformedValue(className: name), node.start)
    }
    return bytes
  }

  private func date(_ index: Int) throws(DecantError) -> String {
    let text = tape.string(at: index)
    guard Timestamp(text) != nil else {
      throw failure(.malformedValue(className: "NSDate"), index)
    }
    return text
  }
}

/// The text of a UUID, such as `E621E1F8-C36C-495A-93FC-0C247A3E6E5F`.
enum UUIDText {
  private static let hyphens = [4, 6, 8, 10]

  static func text(_ bytes: ArraySlice<UInt8>) -> String {
    var text = ""
    for (index, byte) in bytes.enumerated() {
      if hyphens.contains(index) { text += "-" }
      text += (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }
    return text
  }

  static func bytes(_ text: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let sign = rest.popFirst() {
      if sign == UInt8(ascii: "-"), hyphens.contains(bytes.count) { continue }
      guard let high = HexDigit.value(sign),
        let low = rest.popFirst().flatMap({ HexDigit.value($0) })
      else { return nil }
      bytes.append(high << 4 | low)
    }
    return bytes.count == 16 ? bytes : nil
  }
}
