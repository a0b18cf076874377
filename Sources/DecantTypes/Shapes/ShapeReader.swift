internal import DecantCore
internal import DecantPropertyList

/// A consumer of events that records their shapes.
///
///     open  │ mapping, last field "statuses" │ sequence │ mapping, last field "id" │        shape: that of "id"
///
/// Values are counted, and forgotten.
struct ShapeReader: ~Copyable {
  struct Open: BitwiseCopyable {
    /// The shape of all elements or values, or -1 if each key has one.
    var values: Int32
    var mapping: Int32
    var lastField: Int32 = -1
    /// The number of the object in a keyed archive, or -1.
    var object: Int32 = -1
  }

  var shapes = Shapes()
  private(set) var documents = 0
  private let options: TypeInference.Options
  private var open = Buffer<Open>(capacity: 64)
  /// The shape of the next value.
  private var shape = Shapes.root
  /// Whether numbers are doubles, and a string means null.
  private var isOfPropertyList = false
  private var classes: ArchivedClasses?

  init(_ options: TypeInference.Options) {
    self.options = options
  }

  /// Begins an input in `format`.
  mutating func begin(_ format: Format) {
    isOfPropertyList = !format.abilities.contains(.null)
    open.removeAll()
    shape = Shapes.root
    let isKeyedArchive = format.name == Format.keyedArchiveObjects.name
    if isKeyedArchive, classes == nil { classes = ArchivedClasses() }
    classes?.beginArchive()
  }

  /// The names of the classes in keyed archives, by class number.
  var classNames: [String] { classes?.names ?? [] }

  mutating func add(_ batch: borrowing EventBatch) throws(DecantError) {
    var index = 0
    do throws(DecantError) {
      try batch.withSpans { (events, window, scratch) throws(DecantError) in
        while index < events.count {
          let event = events[index]
          try add(event, event.flags.contains(.inScratch) ? scratch : window)
          index &+= 1
        }
      }
    } catch {
      var error = error
      error.offset = batch.offset(of: batch[index])
      throw batch.located(error)
    }
  }

  @inline(__always)
  private mutating func add(_ event: Event, _ bytes: RawSpan) throws(DecantError) {
    if event.isKey { return try addKey(event, bytes) }
    switch event.kind {
    case .string:
      addString(event, bytes)
    case .integer:
      try addInteger(bytes.extracting(event.textRange))
    case .real:
      try addReal(event, bytes.extracting(event.textRange))
    case .true, .false:
      shapes.shapes[Int(shape)].booleans &+= 1
    case .null:
      shapes.shapes[Int(shape)].nulls &+= 1
    case .beginMapping:
      beginMapping()
    case .beginSequence:
      shapes.shapes[Int(shape)].sequences &+= 1
      let object = classes?.beginCollection(in: shape) ?? -1
      let element = shapes.elementShape(of: shape)
      open.append(Open(values: element, mapping: -1, object: object))
      shape = element
    case .endMapping, .endSequence:
      let ended = open.removeLast()
      if ended.object >= 0 { classes?.end(ended.object) }
      shape = open.isEmpty ? Shapes.root : open[open.count &- 1].values
    default:
      try addOther(event, bytes)
    }
  }

  @inline(__always)
  private mutating func addKey(_ event: Event, _ bytes: RawSpan) throws(DecantError) {
    let top = open.count &- 1
    let frame = open[top]
    guard event.kind == .string, frame.values < 0 else { return try addOtherKey(event, bytes) }
    let field = try shapes.field(bytes, event.textRange, in: frame.mapping, after: frame.lastField)
    shapes.fields[Int(field)].count &+= 1
    open[top].lastField = field
    shape = shapes.fields[Int(field)].shape
    if shapes.mappings[Int(frame.mapping)].fieldCount > 64 { limitKeys(of: frame.mapping) }
  }

  /// Adds a key that is data, or a scalar other than a string.
  @inline(never)
  private mutating func addOtherKey(_ event: Event, _ bytes: RawSpan) throws(DecantError) {
    guard event.depthChange == 0, event.kind != .alias else {
      throw DecantError(.other("no Swift type has a collection as a key", hint: nil))
    }
    let top = open.count &- 1
    guard open[top].values < 0 else {
      shape = open[top].values
      return
    }
    let mapping = open[top].mapping
    let last = open[top].lastField
    let field: Int32
    if let word = event.kind.word {
      field = try word.withBytes { (bytes) throws(DecantError) in
        try shapes.field(bytes, 0..<bytes.byteCount, in: mapping, after: last)
      }
    } else {
      field = try shapes.field(bytes, event.textRange, in: mapping, after: last)
    }
    shapes.fields[Int(field)].count &+= 1
    open[top].lastField = field
    shape = shapes.fields[Int(field)].shape
  }

  @inline(never)
  private mutating func limitKeys(of mapping: Int32) {
    guard shapes.hasTooManyFields(mapping) else { return }
    shapes.makeDictionary(mapping)
    let values = shapes.mappings[Int(mapping)].values
    open[open.count - 1].values = values
    open[open.count - 1].lastField = -1
    shape = values
  }

  @inline(__always)
  private mutating func beginMapping() {
    if classes != nil, beginObject() { return }
    shapes.shapes[Int(shape)].mappings &+= 1
    let object = classes?.beginCollection(in: shape) ?? -1
    begin(shapes.mapping(of: shape), object)
  }

  @inline(__always)
  private mutating func begin(_ mapping: Int32, _ object: Int32) {
    shapes.mappings[Int(mapping)].count &+= 1
    let values = shapes.mappings[Int(mapping)].values
    open.append(Open(values: values, mapping: mapping, object: object))
    shape = values
  }

  // MARK: Strings

  @inline(__always)
  private mutating func addString(_ event: Event, _ bytes: RawSpan) {
    let text = bytes.extracting(event.textRange)
    if isOfPropertyList, text.isNullSentinel {
      shapes.shapes[Int(shape)].nulls &+= 1
      return
    }
    shapes.shapes[Int(shape)].strings &+= 1
    if classes != nil { addClassOfText() }
    let facts = shapes.shapes[Int(shape)].facts
    if !facts.contains(.manyTexts) {
      shapes.texts.record(text, of: shape, &shapes.shapes[Int(shape)])
    }
  }

  // MARK: Numbers

  @inline(__always)
  private mutating func addInteger(_ text: RawSpan) throws(DecantError) {
    shapes.shapes[Int(shape)].integers &+= 1
    guard text.byteCount <= 18, let value = IntegerText.value(of: text, 0..<text.byteCount) else {
      return try addLongInteger(String(utf8: text))
    }
    count(value)
  }

  @inline(__always)
  private mutating func count(_ value: Int64) {
    if value < shapes.shapes[Int(shape)].leastInteger {
      shapes.shapes[Int(shape)].leastInteger = value
    }
    if value > shapes.shapes[Int(shape)].greatestInteger {
      shapes.shapes[Int(shape)].greatestInteger = value
    }
    if value.magnitude > 1 << 53 { shapes.shapes[Int(shape)].facts.insert(.longInteger) }
  }

  @inline(never)
  private mutating func addLongInteger(_ text: String) throws(DecantError) {
    if let value = Int64(text) { return count(value) }
    if isOfPropertyList { shapes.shapes[Int(shape)].facts.insert(.ofPropertyList) }
    guard UInt64(text) == nil else {
      return shapes.shapes[Int(shape)].facts.formUnion([.unsigned, .longInteger])
    }
    shapes.shapes[Int(shape)].facts.insert(.wide)
    try addLongNumber(text, .longInteger)
  }

  @inline(__always)
  private mutating func addReal(_ event: Event, _ text: RawSpan) throws(DecantError) {
    shapes.shapes[Int(shape)].reals &+= 1
    if event.flags.contains(.isNonFinite) {
      shapes.shapes[Int(shape)].facts.insert(.nonFinite)
    } else if !text.isShortReal {
      try addLongReal(text)
    }
  }

  @inline(never)
  private mutating func addLongReal(_ text: RawSpan) throws(DecantError) {
    // Another one of the same kind says nothing new: 351 instructions a byte without this.
    let known: Shape.Facts = isOfPropertyList ? .ofPropertyList : .longReal
    let isKnown = shapes.shapes[Int(shape)].facts.contains(known)
    if text.isInDecimalRange, isKnown || DoubleReading.isExact(text) == true { return }
    try addLongNumber(String(utf8: text), .longReal)
  }

  /// Records a number that may have more digits than a double, or be outside of its range.
  private mutating func addLongNumber(
    _ lexeme: String, _ fact: Shape.Facts
  ) throws(DecantError) {
    guard let exact = DecimalValue(lexeme), !exact.digits.isEmpty else { return }
    let double = Double(lexeme) ?? .infinity
    if !double.isFinite || double == 0, options.needsSwiftTypes {
      let shown = lexeme.visible(limit: 40)
      throw DecantError(
        .other(
          "no number type of Swift has the range for \(shown)",
          hint: "'--json-schema' describes documents with such numbers"))
    }
    if !exact.fitsDecimal { shapes.shapes[Int(shape)].facts.insert(.notDecimal) }
    if isOfPropertyList {
      shapes.shapes[Int(shape)].facts.insert(.ofPropertyList)
    } else if DecimalValue(double.description) != exact {
      shapes.shapes[Int(shape)].facts.insert(fact)
    }
  }

  // MARK: Other values

  @inline(never)
  private mutating func addOther(_ event: Event, _ bytes: RawSpan) throws(DecantError) {
    switch event.kind {
    case .beginDocument:
      documents += 1
      shape = Shapes.root
    case .date:
      shapes.shapes[Int(shape)].dates &+= 1
    case .data:
      shapes.shapes[Int(shape)].data &+= 1
    case .localTime:
      // Swift has no type for it; decoders read its text.
      shapes.shapes[Int(shape)].strings &+= 1
      shapes.shapes[Int(shape)].facts.insert(.manyTexts)
    case .uid:
      throw DecantError(
        .other("no Swift type is a reference inside a keyed archive", hint: nil))
    case .anchor:
      classes?.pendingAnchor = Int32(String(utf8: bytes.extracting(event.textRange)).dropFirst())
    case .tag:
      if classes != nil { addClass(String(utf8: bytes.extracting(event.textRange))) }
    case .alias:
      try addAlias(String(utf8: bytes.extracting(event.textRange)))
    default:
      break
    }
  }

  // MARK: Keyed archives

  private mutating func addClass(_ tag: String) {
    switch KeyedArchiveTextClass(rawValue: tag) {
    case .url: classes?.pendingText = .archivedURL
    case .uuid: classes?.pendingText = .archivedUUID
    case nil: addObjectClass(tag)
    }
  }

  private mutating func addClassOfText() {
    shapes.shapes[Int(shape)].facts.formUnion(classes?.pendingText ?? .archivedText)
    classes?.pendingText = nil
  }

  private mutating func addObjectClass(_ tag: String) {
    guard let number = classes?.number(of: tag) else { return }
    if number.isNew { classes?.mappings.append(shapes.newMapping(ofClass: number.index)) }
    classes?.pendingClass = number.index
  }

  /// Begins an object of a class; returns false if the mapping is plain data.
  private mutating func beginObject() -> Bool {
    guard let number = classes?.pendingClass, let mapping = classes?.mappings[Int(number)] else {
      return false
    }
    classes?.pendingClass = nil
    shapes.shapes[Int(shape)].mappings &+= 1
    shapes.shapes[Int(shape)].facts.insert(.downward)
    shapes.add(choice: mapping, to: shape)
    let object = classes?.beginObject(mapping, in: shape) ?? -1
    if object >= 0 { shapes.mappings[Int(mapping)].isShared = true }
    begin(mapping, object)
    return true
  }

  private mutating func addAlias(_ label: String) throws(DecantError) {
    guard let number = Int32(label.dropFirst()), let target = classes?.target(of: number) else {
      return
    }
    shapes.shapes[Int(shape)].references &+= 1
    guard target.mapping >= 0 else {
      guard !target.isOpen else {
        throw DecantError(.other("no Swift type is a collection that contains itself", hint: nil))
      }
      classes?.links.insert(ArchivedClasses.Link(from: shape, to: target.shape))
      return
    }
    shapes.shapes[Int(shape)].facts.insert(target.isOpen ? .upward : .downward)
    shapes.add(choice: target.mapping, to: shape)
  }

  /// Completes the shapes of places that refer to shared collections of keyed archives.
  mutating func finish() {
    shapes.isComplete = true
    guard let classes else { return }
    for link in classes.links.sorted() { shapes.addKinds(of: link.to, to: link.from) }
  }

  consuming func takeShapes() -> Shapes { shapes }
}
