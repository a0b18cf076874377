internal import DecantCore

/// Items that include all that is needed to write the same archive again.
///
/// An object of a class of Foundation is a plain value with a tag if it has the usual keys and superclasses; any other
/// object is a mapping of its keys with its class in a tag.
extension KeyedArchiveGraph {
  func taggedItem(ofObject object: Int) throws(DecantError) -> KeyedArchiveItem {
    let list = try archivedClass(of: object)
    if list.isKnown, let item = try plainItem(ofObject: object, list.name) { return item }
    var items: [KeyedArchiveItem] = []
    for (key, value) in fields(of: object) {
      items += [.string(Self.taggedKey(text(of: key))), .field(value)]
    }
    return .tagged(.object(list), .object(items))
  }

  /// The items of everything that was archived, as a mapping unless it is one root object.
  func taggedTop() throws(DecantError) -> KeyedArchiveItem {
    if let root = onlyRoot, isReference(root) { return .node(root) }
    var items: [KeyedArchiveItem] = []
    for (key, value) in tape.pairs(in: top) {
      items += [.string(Self.taggedKey(text(of: key))), .field(value)]
    }
    return .tagged(.top, .mapping(items))
  }

  /// Returns the item of a value under a key of an object.
  func fieldItem(_ node: Int) throws(DecantError) -> KeyedArchiveItem {
    guard let number = try reference(node) else { return partItem(node) }
    guard number > 0 else { return .null }
    let object = objects[number]
    switch kind(object) {
    case .true, .false: return .tagged(.value(of: "NSNumber"), .string("\(kind(object))"))
    case .integer, .real: return .tagged(.value(of: "NSNumber"), .string(text(of: object)))
    case .beginMapping where try isNull(object):
      return .tagged(.value(of: "NSNull"), .string(""))
    default: return .node(node)
    }
  }

  private func partItem(_ node: Int) -> KeyedArchiveItem {
    switch kind(node) {
    case .string:
      return .tagged(.inline, .node(node))
    case .data:
      return .tagged(.inlineData, .base64(node))
    case .date:
      return .tagged(.inlineDate, .string(text(of: node)))
    case .beginSequence:
      return .tagged(.inline, .sequence(tape.children(of: node).map { .field($0) }))
    case .beginMapping:
      let pairs = tape.pairs(in: node)
      return .tagged(
        .inline, .mapping(pairs.flatMap { [.string(text(of: $0.key)), .field($0.value)] }))
    case .null:
      return .null
    default:
      return .node(node)
    }
  }

  private func isNull(_ object: Int) throws(DecantError) -> Bool {
    guard fields(of: object).isEmpty else { return false }
    return try archivedClass(of: object) == KeyedArchiveClass(named: "NSNull")
  }

  // MARK: Classes and keys

  private func archivedClass(of object: Int) throws(DecantError) -> KeyedArchiveClass {
    guard let node = value(of: "$class", in: object), let number = try reference(node)
    else { throw failure(.noClass, node: object) }
    if let known = knownClasses.lists[number] { return known }
    let (_, names) = try classNames(of: object)
    var hints: [String] = []
    if let list = value(of: "$classhints", in: objects[number]), kind(list) == .beginSequence {
      hints = tape.children(of: list).filter { kind($0) == .string }.map { text(of: $0) }
    }
    let list = KeyedArchiveClass(names: names, hints: hints)
    knownClasses.lists[number] = list
    return list
  }

  func fields(of object: Int) -> [(key: Int, value: Int)] {
    tape.pairs(in: object).filter { text(of: $0.key) != "$class" }
  }

  private static func taggedKey(_ spelling: String) -> String {
    KeyedArchiveKey.isNumbered(spelling) ? spelling : key(spelling)
  }

  // MARK: Classes of Foundation

  private func plainItem(
    ofObject object: Int, _ name: String
  ) throws(DecantError) -> KeyedArchiveItem? {
    let tag = KeyedArchiveTag.value(of: name)
    switch name {
    case "NSArray", "NSMutableArray", "NSSet", "NSMutableSet":
      guard let list = onlyValues(["NS.objects"], of: object)?[0],
        let elements = references(in: list)
      else { return nil }
      let sequence = KeyedArchiveItem.sequence(elements)
      return name == "NSArray" ? sequence : .tagged(tag, sequence)
    case "NSOrderedSet", "NSMutableOrderedSet":
      let keys = fields(of: object).indices.map { "NS.object.\($0)" }
      guard let elements = onlyValues(keys, of: object), elements.allSatisfy({ isReference($0) })
      else { return nil }
      return .tagged(tag, .sequence(elements.map { .node($0) }))
    case "NSDictionary", "NSMutableDictionary":
      return try plainDictionary(object, tag)
    case "NSString", "NSMutableString":
      guard let text = onlyValues(["NS.string"], of: object)?[0], kind(text) == .string
      else { return nil }
      let isNil = name == "NSString" && self.text(of: text) == KeyedArchiveObjects.nilText
      return isNil ? .node(text) : .tagged(tag, .node(text))
    case "NSDate":
      guard let time = onlyValues(["NS.time"], of: object)?[0], kind(time) == .real,
        let seconds = Double(text(of: time)),
        let date = ReferenceDate.text(secondsSince2001: seconds),
        ReferenceDate.secondsSince2001(date)?.bitPattern == seconds.bitPattern
      else { return nil }
      return .date(date)
    case "NSData", "NSMutableData":
      guard let bytes = onlyValues(["NS.data"], of: object)?[0], kind(bytes) == .data
      else { return nil }
      return .tagged(tag, .base64(bytes))
    case "NSURL":
      guard let parts = onlyValues(["NS.base", "NS.relative"], of: object),
        try isNil(parts[0]), kind(parts[1]) == .uid,
        let text = try resolved(parts[1]), kind(text) == .string
      else { return nil }
      return .tagged(tag, .node(text))
    case "NSUUID":
      guard let bytes = onlyValues(["NS.uuidbytes"], of: object)?[0], kind(bytes) == .data,
        tape.textRange(at: bytes).count == 16
      else { return nil }
      return .tagged(tag, .string(UUIDText.text(tape.text[tape.textRange(at: bytes)])))
    case "NSNull":
      return fields(of: object).isEmpty ? .null : nil
    default:
      return nil
    }
  }

  private func plainDictionary(
    _ object: Int, _ tag: KeyedArchiveTag
  ) throws(DecantError) -> KeyedArchiveItem? {
    guard let lists = onlyValues(["NS.keys", "NS.objects"], of: object),
      let keys = references(in: lists[0]), let values = references(in: lists[1]),
      keys.count == values.count
    else { return nil }
    let mapping = KeyedArchiveItem.mapping(zip(keys, values).flatMap { [$0, $1] })
    guard tag == .value(of: "NSDictionary") else { return .tagged(tag, mapping) }
    // Without a tag, its first key would be the class of another object.
    guard let first = tape.element(0, of: lists[0]), try plainString(first) == "$class" else {
      return mapping
    }
    return .tagged(tag, mapping)
  }

  /// Returns the values of an object that has exactly these keys.
  private func onlyValues(_ keys: [String], of object: Int) -> [Int]? {
    let fields = fields(of: object)
    guard fields.count == keys.count else { return nil }
    var values: [KeyText: Int] = [:]
    for field in fields { values[KeyText(text(of: field.key))] = field.value }
    let found = keys.compactMap { values[KeyText($0)] }
    return found.count == keys.count ? found : nil
  }

  private func references(in list: Int) -> [KeyedArchiveItem]? {
    guard kind(list) == .beginSequence else { return nil }
    let elements = tape.children(of: list)
    return elements.allSatisfy { isReference($0) } ? elements.map { .node($0) } : nil
  }

  private func isNil(_ node: Int) throws(DecantError) -> Bool {
    if kind(node) == .null { return true }
    return try reference(node) == 0
  }

  /// A null of the property list is written as a reference to nil.
  private func isReference(_ node: Int) -> Bool { kind(node) == .uid || kind(node) == .null }
}
