internal import DecantCore

/// What an object of a class of Foundation is as a value; an object of any other class is a mapping of its fields.
///
///     NSArray   {NS.objects: [#2, #3]}   ─▶  [ … , … ]
///     NSDate    {NS.time: 0}             ─▶  2001-01-01T00:00:00Z
extension KeyedArchiveGraph {
  func item(
    ofObject object: Int, classes: KeyedArchiveEmitter.Classes
  ) throws(DecantError) -> KeyedArchiveItem {
    let name = try className(of: object)
    switch name {
    case "NSArray", "NSMutableArray", "NSSet", "NSMutableSet", "NSOrderedSet",
      "NSMutableOrderedSet":
      let elements = try elements(of: object, "NS.object", name)
      return .sequence(elements.map { .node($0) })
    case "NSDictionary", "NSMutableDictionary":
      return try dictionary(object, name)
    case "NSNull":
      return .null
    case "NSString", "NSMutableString":
      return .string(try string(object, name))
    case "NSNumber":
      return .node(
        try first(of: ["NS.number", "NS.intval", "NS.dblval", "NS.boolval"], in: object, name))
    case "NSDate":
      return .date(try date(object, name))
    case "NSData", "NSMutableData":
      let bytes = try first(of: ["NS.data", "NS.bytes"], in: object, name)
      guard kind(bytes) == .data else { throw malformed(object, name) }
      return .data(bytes)
    case "NSURL":
      return .string(try url(object, name))
    case "NSUUID":
      return .string(try uuid(object, name))
    case "NSValue":
      if let value = try value(object, name) { return value }
      return try fields(of: object, name, classes)
    case "_NSKeyedCoderOldStyleArray":
      let elements = try oldStyleElements(of: object, name)
      return .sequence(elements.map { .node($0) })
    case "NSAttributedString", "NSMutableAttributedString":
      return try attributedString(object, name)
    default:
      return try fields(of: object, name, classes)
    }
  }

  func malformed(_ object: Int, _ name: String) -> DecantError {
    failure(.malformedObject(className: name), node: object)
  }

  private func fields(
    of object: Int, _ name: String, _ classes: KeyedArchiveEmitter.Classes
  ) throws(DecantError) -> KeyedArchiveItem {
    var items: [KeyedArchiveItem] = []
    if classes == .keys { items += [.string("$class"), .string(name)] }
    for field in fields(of: object) { items += [key(field.key), .node(field.value)] }
    return .object(items)
  }

  func key(_ node: Int) -> KeyedArchiveItem {
    let spelling = text(of: node)
    let key = Self.key(spelling)
    return key == spelling ? .node(node) : .string(key)
  }

  func first(
    of keys: [String], in object: Int, _ name: String
  ) throws(DecantError) -> Int {
    for key in keys {
      if let value = value(of: key, in: object), let node = try resolved(value) { return node }
    }
    throw malformed(object, name)
  }

  // MARK: Collections

  private func elements(
    of object: Int, _ prefix: String, _ name: String
  ) throws(DecantError) -> [Int] {
    if let list = value(of: prefix + "s", in: object) {
      guard kind(list) == .beginSequence else { throw malformed(object, name) }
      return Array(tape.children(of: list))
    }
    return numbered(prefix + ".", in: object)
  }

  private func numbered(_ prefix: String, in object: Int) -> [Int] {
    var found: [Int: Int] = [:]
    for (key, value) in tape.pairs(in: object) {
      let key = text(of: key)
      guard key.hasPrefix(prefix), let number = Int(key.dropFirst(prefix.count)) else { continue }
      found[number] = value
    }
    var values: [Int] = []
    while let value = found[values.count] { values.append(value) }
    return values
  }

  private func dictionary(
    _ object: Int, _ name: String
  ) throws(DecantError) -> KeyedArchiveItem {
    let keys = try elements(of: object, "NS.key", name)
    let values = try elements(of: object, "NS.object", name)
    guard keys.count == values.count else { throw malformed(object, name) }
    return .mapping(zip(keys, values).flatMap { [.node($0), .node($1)] })
  }

  private func oldStyleElements(
    of object: Int, _ name: String
  ) throws(DecantError) -> [Int] {
    let elements = numbered("$", in: object)
    guard let count = value(of: "NS.count", in: object), text(of: count) == "\(elements.count)"
    else { throw malformed(object, name) }
    return elements
  }

  // MARK: Scalars

  func string(_ object: Int, _ name: String) throws(DecantError) -> String {
    let node = try first(of: ["NS.string", "NS.bytes"], in: object, name)
    guard kind(node) == .string || kind(node) == .data,
      let text = String(validating: tape.text[tape.textRange(at: node)], as: UTF8.self)
    else { throw malformed(object, name) }
    return text
  }

  func plainString(_ node: Int) throws(DecantError) -> String? {
    guard let node = try resolved(node) else { return nil }
    switch kind(node) {
    case .string:
      return text(of: node)
    case .beginMapping:
      let name = try className(of: node)
      return ["NSString", "NSMutableString"].contains(name) ? try string(node, name) : nil
    default:
      return nil
    }
  }

  private func date(_ object: Int, _ name: String) throws(DecantError) -> String {
    let time = try first(of: ["NS.time"], in: object, name)
    guard isNumber(time), let seconds = Double(text(of: time)),
      let date = ReferenceDate.text(secondsSince2001: seconds)
    else { throw malformed(object, name) }
    return date
  }

  private func uuid(_ object: Int, _ name: String) throws(DecantError) -> String {
    let node = try first(of: ["NS.uuidbytes"], in: object, name)
    let bytes = tape.text[tape.textRange(at: node)]
    guard kind(node) == .data, bytes.count == 16 else { throw malformed(object, name) }
    return UUIDText.text(bytes)
  }

  private func url(_ object: Int, _ name: String) throws(DecantError) -> String {
    var parts: [String] = []
    var next: Int? = object
    while let url = next {
      // A chain with more links than there are objects is a cycle.
      guard parts.count < objects.count, kind(url) == .beginMapping,
        let relative = value(of: "NS.relative", in: url), let text = try plainString(relative)
      else { throw malformed(object, name) }
      parts.append(text)
      guard let base = value(of: "NS.base", in: url) else { break }
      next = try resolved(base)
    }
    var whole = URIReference(parts.removeLast())
    for part in parts.reversed() {
      whole = URIReference(part).resolved(against: whole, keepsParents: false)
    }
    return whole.description
  }
}
