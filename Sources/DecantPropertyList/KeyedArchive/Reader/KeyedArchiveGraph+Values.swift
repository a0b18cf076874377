internal import DecantCore

/// `NSValue`, which holds points, sizes, rectangles, ranges and insets; and attributed strings.
extension KeyedArchiveGraph {
  func value(_ object: Int, _ name: String) throws(DecantError) -> KeyedArchiveItem? {
    guard let special = value(of: "NS.special", in: object), let number = try resolved(special)
    else {
      // `$0` is the type of the value, `$1` the value.
      return value(of: "$0", in: object).flatMap { _ in
        value(of: "$1", in: object).map { KeyedArchiveItem.node($0) }
      }
    }
    switch text(of: number) {
    case "1":
      return try structure(object, name, "NS.pointval", [.string("x"), .string("y")])
    case "2":
      return try structure(object, name, "NS.sizeval", [.string("width"), .string("height")])
    case "3":
      let numbers = try numbers(object, name, "NS.rectval", count: 4)
      return .mapping([
        .string("origin"),
        .mapping([.string("x"), numbers[0], .string("y"), numbers[1]]),
        .string("size"),
        .mapping([.string("width"), numbers[2], .string("height"), numbers[3]]),
      ])
    case "4":
      return try structure(object, name, of: ["location", "length"], "NS.rangeval.")
    case "12":
      return try structure(object, name, of: ["top", "left", "bottom", "right"], "NS.edgeval.")
    default:
      return nil
    }
  }

  private func structure(
    _ object: Int, _ name: String, of members: [String], _ prefix: String
  ) throws(DecantError) -> KeyedArchiveItem {
    var items: [KeyedArchiveItem] = []
    for member in members {
      let node = try first(of: [prefix + member], in: object, name)
      guard isNumber(node) else { throw malformed(object, name) }
      items += [.string(member), .node(node)]
    }
    return .mapping(items)
  }

  private func structure(
    _ object: Int, _ name: String, _ key: String, _ members: [KeyedArchiveItem]
  ) throws(DecantError) -> KeyedArchiveItem {
    let numbers = try numbers(object, name, key, count: members.count)
    return .mapping(zip(members, numbers).flatMap { [$0, $1] })
  }

  /// Parses text such as `{{400, 300}, {200, 300}}`.
  private func numbers(
    _ object: Int, _ name: String, _ key: String, count: Int
  ) throws(DecantError) -> [KeyedArchiveItem] {
    let node = try first(of: [key], in: object, name)
    guard kind(node) == .string else { throw malformed(object, name) }
    let words = text(of: node).split { "{}, ".contains($0) }
    guard words.count == count else { throw malformed(object, name) }
    var items: [KeyedArchiveItem] = []
    for word in words {
      guard let number = Number(String(word)) else { throw malformed(object, name) }
      items.append(number.isInteger ? .integer(number.lexeme) : .real(number.lexeme))
    }
    return items
  }

  /// Accepts the text of a number: OpenStep has no numbers.
  func isNumber(_ node: Int) -> Bool {
    switch kind(node) {
    case .integer, .real: true
    case .string: Number(text(of: node)) != nil
    default: false
    }
  }

  // MARK: Attributed strings

  /// Counts runs in UTF-16 code units.
  func attributedString(
    _ object: Int, _ name: String
  ) throws(DecantError) -> KeyedArchiveItem {
    guard let node = value(of: "NSString", in: object), let string = try plainString(node) else {
      throw malformed(object, name)
    }
    var runs: [KeyedArchiveItem] = []
    let length = string.utf16.count
    if let attributes = value(of: "NSAttributes", in: object) {
      guard let info = value(of: "NSAttributeInfo", in: object) else {
        runs = [Self.run(at: 0, length: length, .node(attributes))]
        return Self.attributed(string, runs)
      }
      runs = try self.runs(info, attributes, length: length, in: object, name)
    }
    return Self.attributed(string, runs)
  }

  private static func attributed(
    _ string: String, _ runs: [KeyedArchiveItem]
  ) -> KeyedArchiveItem {
    .mapping([.string("string"), .string(string), .string("runs"), .sequence(runs)])
  }

  private static func run(
    at location: Int, length: Int, _ attributes: KeyedArchiveItem
  ) -> KeyedArchiveItem {
    .mapping([
      .string("location"), .integer("\(location)"), .string("length"), .integer("\(length)"),
      .string("attributes"), attributes,
    ])
  }

  private func runs(
    _ info: Int, _ attributes: Int, length: Int, in object: Int, _ name: String
  ) throws(DecantError) -> [KeyedArchiveItem] {
    guard let data = try bytes(of: info), let list = try resolved(attributes),
      kind(list) == .beginMapping
    else { throw malformed(object, name) }
    let choices = numberedElements(of: list)
    var rest = data[...]
    var runs: [KeyedArchiveItem] = []
    var location = 0
    while !rest.isEmpty {
      guard let count = Self.number(&rest), let choice = Self.number(&rest),
        count <= length - location, choice < choices.count
      else { throw malformed(object, name) }
      runs.append(Self.run(at: location, length: count, .node(choices[choice])))
      location += count
    }
    return runs
  }

  private func numberedElements(of list: Int) -> [Int] {
    guard let objects = value(of: "NS.objects", in: list), kind(objects) == .beginSequence else {
      return []
    }
    return Array(tape.children(of: objects))
  }

  private func bytes(of node: Int) throws(DecantError) -> [UInt8]? {
    guard var node = try resolved(node) else { return nil }
    if kind(node) == .beginMapping {
      let name = try className(of: node)
      guard ["NSData", "NSMutableData"].contains(name) else { return nil }
      node = try first(of: ["NS.data", "NS.bytes"], in: node, name)
    }
    return kind(node) == .data ? Array(tape.text[tape.textRange(at: node)]) : nil
  }

  /// Decodes an unsigned LEB128 number of at most five bytes.
  private static func number(_ bytes: inout ArraySlice<UInt8>) -> Int? {
    var number = 0
    for shift in stride(from: 0, to: 35, by: 7) {
      guard let byte = bytes.popFirst() else { return nil }
      number |= Int(byte & 0x7F) << shift
      if byte & 0x80 == 0 { return number }
    }
    return nil
  }
}
