internal import DecantCore

/// The shapes of documents: what was seen at each path, but no values.
///
///     shape ─firstChoice▶ mapping ─firstField▶ field "id" ─next▶ field "tags" ─shape▶ shape ─element▶ shape
///
/// Memory grows with the number of different keys, not with the number of documents. A mapping with more keys than
/// `keyLimit` becomes a dictionary, all of whose values have one shape.
struct Shapes: ~Copyable {
  var shapes = Buffer<Shape>(capacity: 64)
  var mappings = Buffer<MappingShape>(capacity: 64)
  var fields = Buffer<FieldShape>(capacity: 64)
  var choices = Buffer<MappingChoice>(capacity: 64)
  var texts = ShapeTexts()
  private var names = Buffer<UInt8>(capacity: 1024)
  private var index = HashIndex()
  private let hash = KeyHash()
  private var freeShapes = Buffer<Int32>()
  private var freeFields = Buffer<Int32>()
  private var fieldsEver = 0
  /// Whether all documents are read, so that shapes may be referred to from several paths.
  var isComplete = false

  static let root: Int32 = 0
  private static let usualKeyLimit: Int32 = 1000
  private static let hardFieldLimit = 1 << 20
  private static let removed: Int32 = -2

  init() {
    shapes.append(Shape())
  }

  /// The number of keys beyond which keys are data; smaller where data in keys is nested.
  private var keyLimit: Int32 { fieldsInUse > 1 << 16 ? 64 : Self.usualKeyLimit }

  private var fieldsInUse: Int { fields.count - freeFields.count }

  // MARK: Creating

  mutating func newShape() -> Int32 {
    if !freeShapes.isEmpty {
      let shape = freeShapes.removeLast()
      shapes[Int(shape)] = Shape()
      return shape
    }
    shapes.append(Shape())
    return Int32(shapes.count &- 1)
  }

  /// Removes a shape that was combined with another.
  mutating func release(_ other: Int32, combinedInto shape: Int32) {
    if isComplete {
      shapes[Int(other)].combined = shape
    } else if shapes[Int(other)].firstText < 0 {
      // Otherwise its texts would be those of the next shape.
      freeShapes.append(other)
    }
  }

  mutating func elementShape(of shape: Int32) -> Int32 {
    let element = shapes[Int(shape)].element
    guard element < 0 else { return element }
    let new = newShape()
    shapes[Int(shape)].element = new
    return new
  }

  /// Returns the mapping of `shape`, which is not of a class.
  @inline(__always)
  mutating func mapping(of shape: Int32) -> Int32 {
    let choice = shapes[Int(shape)].firstChoice
    if choice >= 0, mappings[Int(choices[Int(choice)].mapping)].classNumber < 0 {
      return choices[Int(choice)].mapping
    }
    return otherMapping(of: shape)
  }

  @inline(never)
  private mutating func otherMapping(of shape: Int32) -> Int32 {
    let known = mappingList(of: shape).first { mappings[Int($0)].classNumber < 0 }
    if let known { return known }
    mappings.append(MappingShape())
    let new = Int32(mappings.count - 1)
    add(choice: new, to: shape)
    return new
  }

  mutating func newMapping(ofClass number: Int32) -> Int32 {
    var mapping = MappingShape()
    mapping.classNumber = number
    mappings.append(mapping)
    return Int32(mappings.count - 1)
  }

  mutating func add(choice mapping: Int32, to shape: Int32) {
    guard !mappingList(of: shape).contains(mapping) else { return }
    var last: Int32 = -1
    var next = shapes[Int(shape)].firstChoice
    while next >= 0 {
      last = next
      next = choices[Int(next)].next
    }
    choices.append(MappingChoice(mapping: mapping, next: -1))
    let new = Int32(choices.count - 1)
    if last < 0 { shapes[Int(shape)].firstChoice = new } else { choices[Int(last)].next = new }
  }

  // MARK: Fields

  /// Returns the field with a name, which is `last`'s successor in most mappings.
  @inline(__always)
  mutating func field(
    _ bytes: RawSpan, _ range: Range<Int>, in mapping: Int32, after last: Int32
  ) throws(DecantError) -> Int32 {
    let next = last < 0 ? mappings[Int(mapping)].firstField : fields[Int(last)].next
    if next >= 0, isName(of: next, bytes, range) { return next }
    return try otherField(bytes.extracting(range), in: mapping, after: last, next)
  }

  @inline(__always)
  private func isName(of field: Int32, _ bytes: RawSpan, _ range: Range<Int>) -> Bool {
    let field = fields[Int(field)]
    let length = range.count
    guard Int(field.nameLength) == length else { return false }
    if length >= 8 {
      guard bytes.word(at: range.lowerBound) == field.opening else { return false }
      if length == 8 { return true }
      return names.withBytes {
        let start = Int(field.nameOffset)
        return $0.extracting(start..<start &+ length).isEqual(to: bytes.extracting(range))
      }
    }
    guard range.lowerBound &+ 8 <= bytes.byteCount else {
      return length == 0 || bytes.extracting(range).lastWord(from: 0) == field.opening
    }
    let difference = bytes.word(at: range.lowerBound) ^ field.opening
    return length == 0 || difference &<< (UInt64(truncatingIfNeeded: 8 &- length) &* 8) == 0
  }

  /// Keys that some mappings lack are skipped; a name that is not among the next ones is looked up.
  @inline(never)
  private mutating func otherField(
    _ name: RawSpan, in mapping: Int32, after last: Int32, _ next: Int32
  ) throws(DecantError) -> Int32 {
    let whole = 0..<name.byteCount
    var candidate = next
    var tries = 8
    while candidate >= 0, tries > 0 {
      if isName(of: candidate, name, whole) { return candidate }
      candidate = fields[Int(candidate)].next
      tries -= 1
    }
    let hash = hash(name, in: mapping)
    if let known = field(named: name, in: mapping, hash) {
      mappings[Int(mapping)].isUnordered = true
      return known
    }
    return try add(name, to: mapping, after: last, hash)
  }

  private mutating func add(
    _ name: RawSpan, to mapping: Int32, after last: Int32, _ hash: UInt32
  ) throws(DecantError) -> Int32 {
    fieldsEver += 1
    guard names.count + name.byteCount < Int(Int32.max), fieldsInUse < Self.hardFieldLimit,
      fieldsEver < 16 * Self.hardFieldLimit
    else {
      throw DecantError(
        .other("the documents have more than \(Self.hardFieldLimit) different keys", hint: nil))
    }
    let length = name.byteCount
    let next = last < 0 ? mappings[Int(mapping)].firstField : fields[Int(last)].next
    let field = FieldShape(
      opening: length >= 8 ? name.word(at: 0) : length > 0 ? name.lastWord(from: 0) : 0,
      nameOffset: UInt32(names.count), nameLength: UInt32(length), shape: newShape(),
      owner: mapping, next: next)
    names.append(contentsOf: name)
    let index: Int32
    if freeFields.isEmpty {
      fields.append(field)
      index = Int32(fields.count - 1)
    } else {
      index = freeFields.removeLast()
      fields[Int(index)] = field
    }
    link(index, to: mapping, after: last, hash)
    return index
  }

  /// Makes a field, which is not in the index, the one after `last`, or the first one.
  private mutating func link(_ field: Int32, to mapping: Int32, after last: Int32, _ hash: UInt32) {
    if last < 0 {
      mappings[Int(mapping)].firstField = field
    } else {
      fields[Int(last)].next = field
    }
    mappings[Int(mapping)].fieldCount += 1
    index.add(Int(field), hash)
    if index.count > 4 * max(fieldsInUse, 64) { resetIndex() }
  }

  /// Whether the keys of a mapping are too many to be names of properties.
  func hasTooManyFields(_ mapping: Int32) -> Bool {
    let mapping = mappings[Int(mapping)]
    return mapping.fieldCount > 64 && mapping.fieldCount > keyLimit && mapping.classNumber < 0
  }

  /// Removes the fields of a mapping, whose keys are data.
  mutating func removeFields(of mapping: Int32) {
    var next = mappings[Int(mapping)].firstField
    while next >= 0 {
      let field = next
      next = fields[Int(field)].next
      fields[Int(field)].owner = Self.removed
      // The index still refers to the field, but has another entry for its next owner and name.
      freeFields.append(field)
    }
    mappings[Int(mapping)].firstField = -1
    mappings[Int(mapping)].fieldCount = 0
  }

  // MARK: Looking

  func fieldList(of mapping: Int32) -> [Int32] {
    var list: [Int32] = []
    var next = mappings[Int(mapping)].firstField
    while next >= 0 {
      list.append(next)
      next = fields[Int(next)].next
    }
    return list
  }

  func name(of field: Int32) -> String {
    let start = Int(fields[Int(field)].nameOffset)
    let end = start + Int(fields[Int(field)].nameLength)
    return names.withBytes { String(utf8: $0.extracting(start..<end)) }
  }

  func withName<R>(of field: Int32, _ body: (RawSpan) -> R) -> R {
    let start = Int(fields[Int(field)].nameOffset)
    let end = start + Int(fields[Int(field)].nameLength)
    return names.withBytes { body($0.extracting(start..<end)) }
  }

  /// The kinds of mappings of a shape, each of them not yet combined with another.
  func mappingList(of shape: Int32) -> [Int32] {
    var list: [Int32] = []
    var next = shapes[Int(shape)].firstChoice
    while next >= 0 {
      let mapping = current(choices[Int(next)].mapping)
      if !list.contains(mapping) { list.append(mapping) }
      next = choices[Int(next)].next
    }
    return list
  }

  /// The mapping with which another was combined.
  func current(_ mapping: Int32) -> Int32 {
    var mapping = mapping
    while mappings[Int(mapping)].combined >= 0 { mapping = mappings[Int(mapping)].combined }
    return mapping
  }

  /// The shape with which another was combined.
  func current(shape: Int32) -> Int32 {
    var shape = shape
    while shapes[Int(shape)].combined >= 0 { shape = shapes[Int(shape)].combined }
    return shape
  }

  /// The shape of the elements of sequences, or nil.
  func element(of shape: Int32) -> Int32? {
    let element = shapes[Int(shape)].element
    return element < 0 ? nil : current(shape: element)
  }

  /// The shape of the values of a mapping whose keys are data, or nil.
  func values(of mapping: Int32) -> Int32? {
    let values = mappings[Int(mapping)].values
    return values < 0 ? nil : current(shape: values)
  }

  func shape(of field: Int32) -> Int32 { current(shape: fields[Int(field)].shape) }

  func field(named name: RawSpan, in mapping: Int32) -> Int32? {
    field(named: name, in: mapping, hash(name, in: mapping))
  }

  private func field(named name: RawSpan, in mapping: Int32, _ hash: UInt32) -> Int32? {
    index.find(hash) {
      fields[$0].owner == mapping
        && isName(of: Int32(truncatingIfNeeded: $0), name, 0..<name.byteCount)
    }.map { Int32(truncatingIfNeeded: $0) }
  }

  /// Gives a field of one mapping to another, which has no such field.
  mutating func move(_ field: Int32, to mapping: Int32, after last: Int32) {
    fields[Int(field)].owner = mapping
    let next = last < 0 ? mappings[Int(mapping)].firstField : fields[Int(last)].next
    fields[Int(field)].next = next
    link(field, to: mapping, after: last, withName(of: field) { hash($0, in: mapping) })
  }

  /// Drops removed fields from the index.
  private mutating func resetIndex() {
    index.removeAll()
    for number in 0..<fields.count where fields[number].owner != Self.removed {
      let owner = fields[number].owner
      index.add(number, withName(of: Int32(number)) { hash($0, in: owner) })
    }
  }
}
