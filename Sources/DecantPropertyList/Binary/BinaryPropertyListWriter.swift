internal import DecantCore

/// A writer of binary property lists, which writes at the end of the document, since the width of
/// object numbers depends on the number of objects, and stores each scalar once, encoded.
///
///     pending     │ numbers of the objects in open collections │
///     references  │ numbers of the objects in ended collections │
///     objects     │ offset of a scalar's bytes, or index of a collection │ …
struct BinaryPropertyListWriter: EventWriter, ~Copyable {
  struct Collection: BitwiseCopyable {
    /// The start of the references; in a mapping, all keys precede all values.
    var start: Int
    private var shape: Int

    init(start: Int, count: Int, isMapping: Bool) {
      self.start = start
      shape = count &<< 1 | (isMapping ? 1 : 0)
    }

    var count: Int {
      get { shape &>> 1 }
      set { shape = newValue &<< 1 | shape & 1 }
    }

    var isMapping: Bool { shape & 1 != 0 }
  }

  struct Open: BitwiseCopyable {
    var collection: Int
    var start: Int
  }

  static let isCollection: UInt64 = 1 << 63

  var scalars = UniqueBytes()
  var objects = Buffer<UInt64>(capacity: 1024)
  var collections = Buffer<Collection>(capacity: 64)
  var references = Buffer<UInt32>(capacity: 1024)
  /// Bit patterns in big-endian order.
  var reals = Buffer<UInt64>(capacity: 1024)
  var writtenReals = 0
  private var pending = Buffer<UInt32>(capacity: 1024)
  private var open = Buffer<Open>(capacity: 64)

  init() {}

  mutating func write(_ batch: borrowing EventBatch, to sink: ByteSink) throws(DecantError) {
    let origin = batch.origin
    Self.makeRoom(for: batch.count, in: &objects)
    Self.makeRoom(for: batch.count, in: &references)
    Self.makeRoom(for: batch.count, in: &collections)
    Self.makeRoom(for: 16 * batch.count, in: &scalars.bytes)
    findReals(in: batch)
    try batch.withSpans { (events, window, scratch) throws(DecantError) in
      for index in events.indices {
        let event = events[index]
        do throws(DecantError) {
          switch event.kind {
          case .beginDocument: break
          case .endDocument: try writeDocument(to: sink)
          case .beginSequence, .beginMapping: try begin(event)
          case .endSequence, .endMapping: try end()
          default:
            let bytes = event.flags.contains(.inScratch) ? scratch : window
            pending.append(try scalar(event, bytes))
          }
        } catch {
          throw error.placed(at: origin + Int(event.position))
        }
      }
    }
  }

  /// Grows a long table by at least 32 MiB at once: the system moves such a block without copying, and
  /// unused pages cost nothing.
  private static func makeRoom<Element>(for count: Int, in table: inout Buffer<Element>) {
    guard table.capacity - table.count < count, table.count >= 1 << 14 else { return }
    table.reserve(max(count, (1 << 25) / MemoryLayout<Element>.stride))
  }

  private mutating func begin(_ event: Event) throws(DecantError) {
    guard !event.isKey else { throw Self.failure(.collectionKey) }
    pending.append(try newNumber())
    objects.append(UInt64(collections.count) | Self.isCollection)
    open.append(Open(collection: collections.count, start: pending.count))
    collections.append(
      Collection(start: 0, count: 0, isMapping: event.kind == .beginMapping))
  }

  private mutating func end() throws(DecantError) {
    guard !open.isEmpty else { throw DecantError(.malformedEvents("an end without a beginning")) }
    let ended = open.removeLast()
    let count = pending.count - ended.start
    collections[ended.collection].start = references.count
    collections[ended.collection].count = count
    references.reserve(count)
    if collections[ended.collection].isMapping {
      for first in 0...1 {
        for index in stride(from: ended.start + first, to: pending.count, by: 2) {
          references.append(pending[index])
        }
      }
    } else {
      for index in ended.start..<pending.count { references.append(pending[index]) }
    }
    pending.truncate(to: ended.start)
  }

  @inline(__always)
  func newNumber() throws(DecantError) -> UInt32 {
    guard objects.count < Int(UInt32.max) else { throw DecantError(.tooLong) }
    return UInt32(objects.count)
  }

  static func failure(_ kind: DecantError.ValueClass) -> DecantError {
    DecantError(.notRepresentable(kind, target: "binary1"))
  }

  // MARK: The document

  private mutating func writeDocument(to sink: ByteSink) throws(DecantError) {
    guard pending.count == 1, open.isEmpty else {
      throw DecantError(.malformedEvents("a document without a node"))
    }
    let width = Self.width(of: objects.count)
    let top = UInt64(pending[0])
    var cursor = sink.cursor()
    try cursor.reserve(64)
    for byte in "bplist00".utf8 { cursor.put(byte) }
    try scalars.bytes.withBytes { (bytes) throws(DecantError) in try cursor.write(bytes) }
    let tableStart = try writeCollections(width, &cursor)
    let offsetWidth = Self.width(of: tableStart)
    try writeTable(offsetWidth, &cursor)

    try cursor.reserve(64)
    cursor.put(0, repeated: 6)
    cursor.put(UInt8(offsetWidth))
    cursor.put(UInt8(width))
    for number in [UInt64(objects.count), top, UInt64(tableStart)] {
      cursor.put(number, width: 8)
    }
    cursor.completeDocument()
    self = BinaryPropertyListWriter()
  }

  private mutating func writeCollections(
    _ width: Int, _ cursor: inout ByteCursor
  ) throws(DecantError) -> Int {
    var offset = 8 + scalars.bytes.count
    for index in 0..<collections.count {
      let collection = collections[index]
      // From here on, `start` is the collection's offset in the output.
      collections[index].start = offset
      try cursor.reserve(64)
      let count = collection.isMapping ? collection.count / 2 : collection.count
      let marker: UInt8 = collection.isMapping ? 0xD0 : 0xA0
      offset += 1 + collection.count * width
      if count < 0x0F {
        cursor.put(marker | UInt8(count))
      } else {
        let exponent = Self.lengthExponent(count)
        cursor.put(marker | 0x0F)
        cursor.put(0x10 | UInt8(exponent))
        cursor.put(UInt64(count), width: 1 << exponent)
        offset += 1 + 1 << exponent
      }
      var next = collection.start
      let end = collection.start + collection.count
      while next < end {
        let stop = min(end, next + 1024)
        try cursor.reserve((stop - next) * width)
        while next < stop {
          cursor.put(UInt64(references[next]), width: width)
          next &+= 1
        }
      }
    }
    return offset
  }

  private func writeTable(_ width: Int, _ cursor: inout ByteCursor) throws(DecantError) {
    for index in 0..<objects.count {
      if index & 1023 == 0 { try cursor.reserve(1024 * width) }
      let object = objects[index]
      let isCollection = object & Self.isCollection != 0
      let offset =
        isCollection
        ? UInt64(collections[Int(object & ~Self.isCollection)].start) : object &+ 8
      cursor.put(offset, width: width)
    }
  }

  /// Returns a power of two, as from Apple's writers; some readers need it.
  private static func width(of number: Int) -> Int { 1 << lengthExponent(number) }

  static func lengthExponent(_ number: Int) -> Int {
    number <= 0xFF ? 0 : number <= 0xFFFF ? 1 : number <= 0xFFFF_FFFF ? 2 : 3
  }
}

extension ByteCursor {
  @inline(__always)
  fileprivate mutating func put(_ number: UInt64, width: Int) {
    put((number &<< UInt64(truncatingIfNeeded: 64 &- 8 &* width)).byteSwapped, count: width)
  }
}
