/// Bytes with replaced ranges, in which every other byte is still that of the original.
///
///     original │ {"a": 1, "b": 2} │       new │ 10 │
///     pieces   │ {"a": │ 10 │, "b": 2} │
///
/// An edit only changes the list of pieces, so its cost does not depend on the number of bytes.
public struct EditedBytes: RandomAccessCollection, Sendable {
  private struct Piece {
    let source: FixedBytes
    let start: Int
    /// The ends of all pieces so far are the places where the next ones begin.
    let end: Int
  }

  private var pieces: [Piece] = []

  /// Creates a copy of `bytes`.
  public init(_ bytes: [UInt8]) {
    append(FixedBytes(bytes), 0..<bytes.count)
  }

  /// Reads a source to its end; many bytes are stored in a temporary file.
  package init(reading source: any ByteSource) throws(DecantError) {
    let bytes = try FixedBytes(reading: source)
    append(bytes, 0..<bytes.count)
  }

  private init() {}

  /// Zero.
  public var startIndex: Int { 0 }

  /// The number of bytes.
  public var endIndex: Int { pieces.last?.end ?? 0 }

  /// The byte at `place`.
  public subscript(place: Int) -> UInt8 {
    let number = number(ofPieceAt: place)
    let piece = pieces[number]
    return piece.source[piece.start + place - start(of: number)]
  }

  private func start(of number: Int) -> Int { number == 0 ? 0 : pieces[number - 1].end }

  private func number(ofPieceAt place: Int) -> Int {
    precondition(place >= 0 && place < endIndex, "a place outside the bytes")
    var range = 0..<pieces.count - 1
    while !range.isEmpty {
      let middle = (range.lowerBound + range.upperBound) / 2
      range =
        pieces[middle].end <= place
        ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return range.lowerBound
  }
}

// MARK: - Editing

extension EditedBytes {
  /// Returns the bytes after edits; those at the same place keep their order.
  func applying(_ edits: [ByteEdit]) -> EditedBytes {
    var result = EditedBytes()
    var place = 0
    let order = edits.indices.sorted {
      (edits[$0].range.lowerBound, $0) < (edits[$1].range.lowerBound, $1)
    }
    for edit in order.map({ edits[$0] }) {
      // Overlapping edits are a defect, which verification detects.
      guard edit.range.lowerBound >= place else { continue }
      result.append(place..<edit.range.lowerBound, of: self)
      result.append(FixedBytes(edit.bytes), 0..<edit.bytes.count)
      place = edit.range.upperBound
    }
    result.append(place..<count, of: self)
    return result
  }

  private mutating func append(_ source: FixedBytes, _ range: Range<Int>) {
    guard !range.isEmpty else { return }
    pieces.append(Piece(source: source, start: range.lowerBound, end: endIndex + range.count))
  }

  private mutating func append(_ range: Range<Int>, of other: EditedBytes) {
    var place = range.lowerBound
    guard place < range.upperBound else { return }
    var number = other.number(ofPieceAt: place)
    while place < range.upperBound {
      let piece = other.pieces[number]
      let end = Swift.min(piece.end, range.upperBound)
      let start = piece.start + place - other.start(of: number)
      append(piece.source, start..<start + end - place)
      place = end
      number += 1
    }
  }
}

// MARK: - Streaming

extension EditedBytes {
  /// A source of these bytes, which does not keep pages of a file that were read.
  package func makeSource() -> any ByteSource { Source(self) }

  /// Whether the bytes are those of `other`, of which most pieces may be shared.
  package func hasSameBytes(as other: EditedBytes) -> Bool {
    guard count == other.count else { return false }
    var place = 0
    while place < endIndex {
      let (mine, others) = (number(ofPieceAt: place), other.number(ofPieceAt: place))
      let end = Swift.min(pieces[mine].end, other.pieces[others].end)
      let start = pieces[mine].start + place - self.start(of: mine)
      let otherStart = other.pieces[others].start + place - other.start(of: others)
      let isShared = pieces[mine].source === other.pieces[others].source && start == otherStart
      guard isShared || zip(self[place..<end], other[place..<end]).allSatisfy(==) else {
        return false
      }
      place = end
    }
    return true
  }

  /// Writes all bytes.
  package func write(to destination: any ByteDestination) throws(DecantError) {
    var place = 0
    for piece in pieces {
      let shift = piece.start - place
      while place < piece.end {
        let end = Swift.min(piece.end, place + Self.longestRun)
        try piece.source.withRun(place + shift..<end + shift) { (run) throws(DecantError) in
          try destination.write(run)
        }
        place = end
      }
    }
  }

  private static let longestRun = 1 << 20

  private final class Source: ByteSource {
    private let bytes: EditedBytes
    private var place = 0

    init(_ bytes: EditedBytes) {
      self.bytes = bytes
    }

    func read(into output: inout OutputRawSpan) throws(DecantError) {
      guard place < bytes.endIndex else { return }
      var number = bytes.number(ofPieceAt: place)
      while place < bytes.endIndex, output.freeCapacity > 0 {
        let piece = bytes.pieces[number]
        let start = piece.start + place - bytes.start(of: number)
        let count = Swift.min(piece.end - place, output.freeCapacity)
        piece.source.copy(start..<start + count, to: &output)
        place += count
        number += 1
      }
    }

    var wouldWait: Bool { false }
  }
}

/// Bytes that never change, in memory or in a mapped temporary file.
///
/// `@unchecked Sendable`: the storage is written only before the initializer returns.
private final class FixedBytes: @unchecked Sendable {
  private let storage: ByteStorage

  /// More than this is stored in a file.
  private static let memoryLimit = 4 << 20

  init(_ bytes: [UInt8]) {
    storage = ByteStorage(capacity: bytes.count)
    bytes.withBytes { storage.append($0) }
  }

  init(reading source: any ByteSource) throws(DecantError) {
    var spool = Spool(ByteStorage(capacity: 1 << 16), limit: Self.memoryLimit)
    storage = try spool.readAll(from: source)
  }

  var count: Int { storage.count }

  subscript(place: Int) -> UInt8 { storage.withBytes { $0.byte(at: place) } }

  func withRun<R>(
    _ range: Range<Int>, _ body: (RawSpan) throws(DecantError) -> R
  ) throws(DecantError) -> R {
    defer { storage.releasePages(in: range) }
    return try storage.withBytes { (bytes) throws(DecantError) in
      try body(bytes.extracting(range))
    }
  }

  func copy(_ range: Range<Int>, to output: inout OutputRawSpan) {
    storage.withBytes { $0.extracting(range).append(to: &output) }
    storage.releasePages(in: range)
  }
}
