internal import DecantCore

/// Recognition of mappings whose keys are data.
///
/// One of these must hold, of which all but the first require that all values have one type:
///
/// - Each key identifies an item, and all items have a key in common, as the objects of an Xcode project have `isa`.
/// - Most keys are not identifiers: numbers, identifiers of items, paths, sentences.
/// - There are many keys, and each is in few of many mappings.
/// - There are many keys in few mappings, and all values are collections of one structure.
/// - There are two dozen keys or more, and only one mapping or some that lack a key. Values may then also be texts and
///   mappings of few different keys, as the versions of packages are, and their details.
extension Shapes {
  private static let fewItems = 4
  private static let manyKeys = 8
  private static let manyCollections = 16
  private static let manyItems = 24

  /// Turns mappings whose keys are data into dictionaries.
  mutating func findDictionaries() {
    // Inner mappings first: their kinds decide whether the outer one's values have one type.
    for mapping in mappingsFromRoot.reversed() {
      guard mappings[Int(mapping)].classNumber < 0, current(mapping) == mapping else { continue }
      let list = fieldList(of: mapping)
      if areData(list, in: mapping) { makeDictionary(mapping) }
    }
  }

  private func areData(_ list: [Int32], in mapping: Int32) -> Bool {
    guard !list.isEmpty else { return false }
    let names = list.map { name(of: $0) }
    // A dictionary of Swift cannot have keys that are equal strings, although their bytes differ.
    guard Set(names).count == names.count else { return false }
    let oddCount = names.count { !KeyPurpose.isIdentifier($0) }
    let itemCount = names.count { KeyPurpose.isItem($0) }
    let count = mappings[Int(mapping)].count
    let present = list.reduce(0) { $0 + fields[Int($1)].count }
    let areOdd = oddCount * 2 > list.count && (list.count > 1 || itemCount == 1)
    let areRare = list.count >= Self.manyKeys && present * 4 <= count * list.count
    let areMany = list.count >= Self.manyCollections
    if itemCount == list.count, list.count >= Self.fewItems, haveCommonKey(list) { return true }
    // A structure that was seen several times has most of its keys each time.
    let areItems = list.count >= Self.manyItems && (count == 1 || present < count * list.count)
    guard areOdd || areRare || areMany || areItems else { return false }
    guard haveOneType(list) else { return areItems && areTextsOrDetails(list) }
    return areOdd || areRare || areItems || list.allSatisfy { isStructure(shape(of: $0)) }
  }

  /// Whether the values are texts, or mappings that have most of their keys in common with others.
  private func areTextsOrDetails(_ list: [Int32]) -> Bool {
    var details = 0
    var known: [KeyText: Int32] = [:]
    for shape in list.map({ shape(of: $0) }) {
      guard Shape.Kinds([.string, .mapping]).isSuperset(of: shapes[Int(shape)].kinds) else {
        return false
      }
      for mapping in mappingList(of: shape) {
        guard mappings[Int(mapping)].classNumber < 0, mappings[Int(mapping)].values < 0 else {
          return false
        }
        details += 1
        for field in fieldList(of: mapping) {
          let name = KeyText(name(of: field))
          let value = self.shape(of: field)
          guard areSimilar(value, known[name] ?? value, depth: 4) else { return false }
          known[name] = value
        }
      }
    }
    return details >= Self.manyKeys && known.count * 2 <= details
  }

  private func isStructure(_ shape: Int32) -> Bool {
    shapes[Int(shape)].kinds == .mapping
      && mappingList(of: shape).allSatisfy { mappings[Int($0)].fieldCount > 1 }
  }

  /// Whether all values are mappings, and a key of the first is in each of them.
  private func haveCommonKey(_ list: [Int32]) -> Bool {
    let mappings = list.map { mappingList(of: shape(of: $0)) }
    guard let first = mappings.first?.first, mappings.allSatisfy({ $0.count == 1 }),
      list.allSatisfy({ isStructure(shape(of: $0)) })
    else { return false }
    return fieldList(of: first).contains { key in
      mappings.allSatisfy { others in
        withName(of: key) { field(named: $0, in: others[0]) } != nil
      }
    }
  }

  private func haveOneType(_ list: [Int32]) -> Bool {
    // Each is compared with the richest one: an empty collection is similar to all.
    let shapes = list.map { shape(of: $0) }
    let first = shapes.max { richness(of: $0) < richness(of: $1) }
    guard let first else { return false }
    return shapes.allSatisfy { areSimilar($0, first, depth: 4) }
  }

  private func richness(of shape: Int32) -> Int {
    let content =
      mappingList(of: shape).reduce(0) { $0 + Int(mappings[Int($1)].fieldCount) }
      + (element(of: shape) == nil ? 0 : 1)
    return shapes[Int(shape)].kinds.isEmpty ? 0 : 1 + content
  }

  /// Whether the values of two shapes have one type.
  func areSimilar(_ first: Int32, _ second: Int32, depth: Int) -> Bool {
    if first == second || depth == 0 { return true }
    let kinds = (shapes[Int(first)].kinds, shapes[Int(second)].kinds)
    if kinds.0.isEmpty || kinds.1.isEmpty { return true }
    guard kinds.0 == kinds.1 else { return false }
    if kinds.0.contains(.sequence), let one = element(of: first), let other = element(of: second),
      !areSimilar(one, other, depth: depth - 1)
    {
      return false
    }
    guard kinds.0.contains(.mapping) else { return true }
    let (ones, others) = (mappingList(of: first), mappingList(of: second))
    guard ones.count == 1, others.count == 1 else { return Set(ones) == Set(others) }
    return areSimilar(mapping: ones[0], others[0], depth: depth)
  }

  /// Whether most fields of two mappings are common to both, and have one type.
  func areSimilar(mapping first: Int32, _ second: Int32, depth: Int) -> Bool {
    guard first != second else { return true }
    let (one, other) = (mappings[Int(first)], mappings[Int(second)])
    guard one.classNumber == other.classNumber else { return false }
    if one.count == 0 || other.count == 0 { return true }
    if let values = self.values(of: first), let others = self.values(of: second) {
      return areSimilar(values, others, depth: depth - 1)
    }
    if isEmptyMapping(one) || isEmptyMapping(other) { return true }
    guard one.values < 0, other.values < 0 else { return false }
    var common = 0
    for field in fieldList(of: first) {
      guard let namesake = withName(of: field, { self.field(named: $0, in: second) }) else {
        continue
      }
      guard areSimilar(shape(of: field), shape(of: namesake), depth: depth - 1) else {
        return false
      }
      common += 1
    }
    let all = Int(one.fieldCount) + Int(other.fieldCount) - common
    return common * 2 >= all
  }

  private func isEmptyMapping(_ mapping: MappingShape) -> Bool {
    mapping.fieldCount == 0 && mapping.values < 0
  }

  // MARK: Order

  /// The mappings that can be reached from the root, outer ones first.
  var mappingsFromRoot: [Int32] {
    var list: [Int32] = []
    var isFound = [Bool](repeating: false, count: mappings.count)
    var stack = [current(shape: Self.root)]
    var isVisited = [Bool](repeating: false, count: shapes.count)
    while let shape = stack.popLast() {
      guard !isVisited[Int(shape)] else { continue }
      isVisited[Int(shape)] = true
      var inner: [Int32] = []
      if let element = element(of: shape) { inner.append(element) }
      for mapping in mappingList(of: shape) where !isFound[Int(mapping)] {
        isFound[Int(mapping)] = true
        list.append(mapping)
        if let values = values(of: mapping) { inner.append(values) }
        inner += fieldList(of: mapping).map { self.shape(of: $0) }
      }
      stack += inner.reversed()
    }
    return list
  }
}

/// What the text of a key says about its purpose.
enum KeyPurpose {
  /// Whether a key is a name such as `user_id`, `Content-Type`, `$ref` or `@type`.
  static func isIdentifier(_ key: String) -> Bool {
    var rest = key.unicodeScalars[...]
    if let first = rest.first, "$@#".unicodeScalars.contains(first) { rest = rest.dropFirst() }
    guard let first = rest.first, first == "_" || first.properties.isAlphabetic else {
      return false
    }
    return !isItem(key)
      && rest.allSatisfy {
        $0 == "_" || $0 == "-" || $0.properties.isAlphabetic || $0.properties.numericType != nil
      }
  }

  /// Whether a key is the identifier of an item: digits, a UUID, a digest, a date, a path or an address.
  static func isItem(_ key: String) -> Bool {
    let bytes = Array(key.utf8)
    guard !bytes.isEmpty else { return false }
    let digits = bytes.count { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    if digits == bytes.count { return true }
    if bytes.contains(UInt8(ascii: "/")) { return true }
    let isHexadecimal = bytes.allSatisfy {
      UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0
        || UInt8(ascii: "a")...UInt8(ascii: "f") ~= $0 | 0x20
        || $0 == UInt8(ascii: "-")
    }
    if isHexadecimal, bytes.count >= 8, digits > 0 { return true }
    return bytes.dropFirst().dropLast().contains(UInt8(ascii: "@"))
  }
}
