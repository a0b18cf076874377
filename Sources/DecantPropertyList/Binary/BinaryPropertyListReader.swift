internal import DecantCore

/// A reader of binary property lists.
///
/// Needs the whole input in view: objects refer to each other in any order, and their offsets are
/// at the end. Stores the open collections, and two bits per object:
///
///     seen    a collection, or a scalar with long text, that was read before
///     open    a collection that is being read, and must not contain itself
///
/// An object is read once per reference. Collections must not overlap: otherwise a short input
/// could contain any number of them.
struct BinaryPropertyListReader: EventReader, ~Copyable {
  struct Frame: BitwiseCopyable {
    var object: Int
    var isMapping: Bool
    var first: Int
    var next: Int
    var end: Int
    var distance: Int
  }

  private enum State {
    case unread, reading, ended
  }

  let options: ReadingOptions

  var origin = 0
  private var state = State.unread
  var layout: BinaryPropertyListLayout?
  var frames = Buffer<Frame>(capacity: 64)
  var keys = MappingKeys()
  private var objectFlags = Buffer<UInt64>()
  private var hasBegun = false
  var isSharingChecked = false
  private var collectionBytes = 0

  init(_ options: ReadingOptions) {
    self.options = options
  }

  mutating func read(
    from window: inout Window, into batch: inout EventBatch
  ) throws(DecantError) -> Bool {
    if state == .unread { try open(&window) }
    guard state == .reading, let layout else { return false }
    batch.refer(to: window)
    let storage = window.shared
    // Numbers are appended without padding.
    let scratch = batch.scratch
    defer { scratch.seal() }
    try storage.withBytes { (bytes) throws(DecantError) in
      if !hasBegun {
        hasBegun = true
        batch.append(.beginDocument)
        try node(UInt64(layout.topObject), bytes, layout, &batch)
      }
      try readCollections(bytes, layout, &batch)
    }
    return true
  }

  private mutating func open(_ window: inout Window) throws(DecantError) {
    state = .ended
    // Rejects other input before all of it is read.
    while window.count < BinaryPropertyListLayout.magic.count, Self.beginsRight(window) {
      guard try window.refill() else { break }
    }
    while window.count < RawSpan.openingOfHTML, window.count > 0, window[0] == UInt8(ascii: "<") {
      guard try window.refill() else { break }
    }
    origin = window.origin
    guard window.count > 0 else { throw DecantError(.emptyInput, offset: origin) }
    guard window.count >= BinaryPropertyListLayout.magic.count, Self.beginsRight(window) else {
      let isHTML = window.withBytes { $0.beginsHTML(at: 0) }
      throw isHTML
        ? DecantError(.html(insteadOf: "a property list"), offset: origin)
        : failure(.notBinary, at: 0)
    }
    try window.showAll()
    let count = window.count
    let storage = window.shared
    window.isText = false
    let layout = try storage.withBytes { (bytes) throws(DecantError) in
      try BinaryPropertyListLayout(bytes, count: count, origin: origin)
    }
    for _ in 0..<(layout.objectCount + 31) / 32 { objectFlags.append(0) }
    self.layout = layout
    state = .reading
  }

  private static func beginsRight(_ window: borrowing Window) -> Bool {
    window.withBytes { bytes in
      (0..<min(window.count, BinaryPropertyListLayout.magic.count)).allSatisfy {
        bytes.byte(at: $0) == BinaryPropertyListLayout.magic[$0]
      }
    }
  }

  // MARK: Collections

  private mutating func readCollections(
    _ bytes: RawSpan, _ layout: BinaryPropertyListLayout, _ batch: inout EventBatch
  ) throws(DecantError) {
    while !batch.isFull {
      let top = frames.count &- 1
      guard top >= 0 else {
        batch.append(.endDocument, at: layout.tableStart)
        state = .ended
        return
      }
      let frame = frames[top]
      guard frame.next < frame.end else {
        close(frame, &batch)
        continue
      }
      var next = frame.next
      if frame.isMapping {
        frames[top].next = next &+ layout.referenceWidth
        let reference = bytes.bigEndian(at: next, width: layout.referenceWidth)
        try key(reference, bytes, layout, &batch)
        let value = bytes.bigEndian(at: next &+ frame.distance, width: layout.referenceWidth)
        try node(value, bytes, layout, &batch)
        continue
      }
      repeat {
        let reference = bytes.bigEndian(at: next, width: layout.referenceWidth)
        next &+= layout.referenceWidth
        frames[top].next = next
        try node(reference, bytes, layout, &batch)
      } while next < frame.end && frames.count &- 1 == top && !batch.isFull
    }
  }

  mutating func begin(
    _ object: Int, isMapping: Bool, at offset: Int, _ bytes: RawSpan,
    _ layout: BinaryPropertyListLayout, _ batch: inout EventBatch
  ) throws(DecantError) {
    let unit = isMapping ? 2 &* layout.referenceWidth : layout.referenceWidth
    let (first, count) = try payload(bytes, at: offset, unit: unit, layout)
    guard frames.count < options.maximumDepth else {
      throw failure(.tooDeep(limit: options.maximumDepth), at: offset)
    }
    if try enter(object, at: offset) {
      try checkSharing(at: offset, bytes, layout)
    } else {
      collectionBytes += 1 + count * unit
      guard collectionBytes <= layout.tableStart else {
        throw failure(.overlappingObjects, at: offset)
      }
    }
    let end = first &+ count &* layout.referenceWidth
    frames.append(
      Frame(
        object: object, isMapping: isMapping, first: first, next: first, end: end,
        distance: isMapping ? end &- first : 0))
    if isMapping { keys.beginMapping() }
    batch.append(isMapping ? .beginMapping : .beginSequence, at: Self.position(offset))
  }

  private mutating func close(_ frame: Frame, _ batch: inout EventBatch) {
    frames.removeLast()
    if frame.isMapping { keys.endMapping() }
    let shift = UInt64(truncatingIfNeeded: frame.object & 31) &* 2
    objectFlags[frame.object &>> 5] &= ~(Self.isOpen &<< shift)
    batch.append(
      frame.isMapping ? .endMapping : .endSequence, at: Self.position(frame.end &+ frame.distance))
  }

  private static let isSeen: UInt64 = 1
  private static let isOpen: UInt64 = 2

  /// Returns whether the collection was read before.
  private mutating func enter(_ object: Int, at offset: Int) throws(DecantError) -> Bool {
    let shift = UInt64(truncatingIfNeeded: object & 31) &* 2
    let flags = objectFlags[object &>> 5] &>> shift
    guard flags & Self.isOpen == 0 else { throw failure(.cycle, at: offset) }
    objectFlags[object &>> 5] |= (Self.isSeen | Self.isOpen) &<< shift
    return flags & Self.isSeen != 0
  }

  mutating func isSeen(_ object: Int) -> Bool {
    let shift = UInt64(truncatingIfNeeded: object & 31) &* 2
    let flags = objectFlags[object &>> 5] &>> shift
    objectFlags[object &>> 5] |= Self.isSeen &<< shift
    return flags & Self.isSeen != 0
  }

  // MARK: Objects

  @inline(__always)
  mutating func offset(
    of reference: UInt64, _ bytes: RawSpan, _ layout: BinaryPropertyListLayout
  ) throws(DecantError) -> Int {
    guard reference < UInt64(layout.objectCount) else {
      throw failure(
        .danglingReference(reference, objects: layout.objectCount), at: layout.tableStart)
    }
    let entry = layout.tableStart &+ Int(reference) &* layout.offsetWidth
    let offset = bytes.bigEndian(at: entry, width: layout.offsetWidth)
    // Wraps around for offsets in the header: one comparison checks both bounds.
    let header = UInt64(BinaryPropertyListLayout.headerLength)
    guard offset &- header < UInt64(truncatingIfNeeded: layout.tableStart) &- header
    else { throw failure(.misplacedObject(Int(reference)), at: entry) }
    return Int(offset)
  }

  @inline(__always)
  mutating func payload(
    _ bytes: RawSpan, at offset: Int, unit: Int, _ layout: BinaryPropertyListLayout
  ) throws(DecantError) -> (start: Int, count: Int) {
    let count = Int(bytes.byte(at: offset) & 0x0F)
    if count < 0x0F, count &* unit < layout.tableStart &- offset { return (offset &+ 1, count) }
    // Most lengths that do not fit into the marker fit into a byte.
    if count == 0x0F, bytes.byte(at: offset &+ 1) == 0x10 {
      let count = Int(bytes.byte(at: offset &+ 2))
      if count &* unit <= layout.tableStart &- offset &- 3 { return (offset &+ 3, count) }
    }
    return try longPayload(bytes, at: offset, unit: unit, layout)
  }

  @inline(never)
  private mutating func longPayload(
    _ bytes: RawSpan, at offset: Int, unit: Int, _ layout: BinaryPropertyListLayout
  ) throws(DecantError) -> (start: Int, count: Int) {
    guard bytes.byte(at: offset) & 0x0F == 0x0F, offset + 1 < layout.tableStart else {
      throw failure(.overlongObject, at: offset)
    }
    let marker = bytes.byte(at: offset + 1)
    guard 0x10...0x13 ~= marker else { throw failure(.unknownWidth(marker), at: offset + 1) }
    let width = 1 << Int(marker & 0x03)
    let start = offset + 2 + width
    guard start <= layout.tableStart else { throw failure(.overlongObject, at: offset) }
    let count = bytes.bigEndian(at: offset + 2, width: width)
    guard count <= UInt64((layout.tableStart - start) / unit) else {
      throw failure(.overlongObject, at: offset)
    }
    return (start, Int(count))
  }

  /// Limits an offset to the 32 bits of an event's position.
  @inline(__always)
  static func position(_ offset: Int) -> Int { min(offset, Int(UInt32.max)) }
}

extension BinaryPropertyListReader {
  var path: DocumentPath {
    DocumentPath(keys, through: frames.count) { depth in
      let frame = frames[depth]
      guard !frame.isMapping else { return .mapping }
      guard let width = layout?.referenceWidth, frame.next > frame.first else {
        return .sequence(nil)
      }
      return .sequence((frame.next - frame.first) / width - 1)
    }
  }

  @inline(never)
  func failure(_ problem: DecantError.BinaryPropertyListProblem, at offset: Int) -> DecantError {
    failure(.binaryPropertyList(problem), at: offset)
  }

  @inline(never)
  func failure(_ problem: DecantError.Problem, at offset: Int) -> DecantError {
    DecantError(problem, offset: origin + offset, path: path)
  }
}
