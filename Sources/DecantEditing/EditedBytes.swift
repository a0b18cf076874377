package import DecantCore

/// Bytes with replaced ranges, in which every other byte is still that of the original.
///
///     original │ {"a": 1, "b": 2} │       new │ 10 │
///     pieces   │ {"a": │ 10 │, "b": 2} │
///
/// An edit only changes the list of pieces, so its cost does not depend on the number of bytes.
public struct EditedBytes: RandomAccessCollection, Sendable {
  @usableFromInline struct Piece: Sendable {
    @usableFromInline let source: any FixedBytes
    @usableFromInline let start: Int
    /// The ends of all pieces so far are the places where the next ones begin.
    @usableFromInline let end: Int
  }

  @usableFromInline private(set) var pieces: [Piece] = []
  /// The file that was read in place, also if none of its bytes are left.
  private var file: FileBytes?

  /// Creates a copy of `bytes`.
  public init(_ bytes: [UInt8]) {
    append(0..<bytes.count, of: StoredBytes(bytes))
  }

  /// Reads a source to its end; many bytes are stored in a temporary file.
  ///
  /// With `inPlace`, those of a large file are read where they are. They must not be written before all have been read.
  package init(reading source: any ByteSource, inPlace: Bool = false) throws(DecantError) {
    if inPlace, let file = source as? FileSource, let bytes = FileBytes(file),
      bytes.count > StoredBytes.memoryLimit
    {
      append(0..<bytes.count, of: bytes)
      self.file = bytes
    } else {
      let bytes = try StoredBytes(reading: source)
      append(0..<bytes.count, of: bytes)
    }
  }

  private init() {}

  /// Zero.
  @inlinable public var startIndex: Int { 0 }

  /// The number of bytes.
  @inlinable public var endIndex: Int { pieces.last?.end ?? 0 }

  /// The byte at `offset`.
  @inlinable public subscript(offset: Int) -> UInt8 {
    let number = number(ofPieceAt: offset)
    let piece = pieces[number]
    return piece.source[piece.start + offset - start(of: number)]
  }

  @inlinable func start(of number: Int) -> Int { number == 0 ? 0 : pieces[number - 1].end }

  @inlinable func number(ofPieceAt offset: Int) -> Int {
    precondition(offset >= 0 && offset < endIndex, "an offset outside the bytes")
    var range = 0..<pieces.count - 1
    while !range.isEmpty {
      let middle = (range.lowerBound + range.upperBound) / 2
      range =
        pieces[middle].end <= offset
        ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return range.lowerBound
  }
}

extension EditedBytes {
  /// Returns the bytes of a range.
  package func copy(_ range: Range<Int>) -> [UInt8] {
    guard !range.isEmpty else { return [] }
    var result: [UInt8] = []
    result.reserveCapacity(range.count)
    var number = number(ofPieceAt: range.lowerBound)
    while result.count < range.count {
      let piece = pieces[number]
      let offset = range.lowerBound + result.count
      let shift = piece.start - start(of: number)
      let end = Swift.min(piece.end, range.upperBound)
      piece.source.append(offset + shift..<end + shift, to: &result)
      number += 1
    }
    return result
  }
}

// MARK: - Editing

extension EditedBytes {
  /// Bytes in which ranges are replaced, one after the other.
  ///
  /// All new bytes are stored together, so an edit takes the memory of two pieces and of its bytes. The bytes of many pieces
  /// go to a file, as one piece, so that any number of edits takes constant memory.
  package struct Replacement {
    private let original: EditedBytes
    private var result = EditedBytes()
    private var offset = 0
    private var new = StoredBytes()
    /// The number of pieces in files, before all others.
    private var storedCount = 0

    private static let pieceLimit = 1 << 14

    package init(of original: EditedBytes) {
      self.original = original
      result.file = original.file
    }

    /// Returns false if the edit overlaps or precedes one before it.
    package mutating func apply(_ edit: ByteEdit) throws(DecantError) -> Bool {
      guard edit.range.lowerBound >= offset else { return false }
      if result.pieces.count - storedCount > Self.pieceLimit { try storePieces() }
      result.append(offset..<edit.range.lowerBound, of: original)
      let start = new.count
      new.append(edit.bytes)
      result.append(start..<new.count, of: new)
      offset = edit.range.upperBound
      return true
    }

    private mutating func storePieces() throws(DecantError) {
      let start = result.start(of: storedCount)
      let bytes = try StoredBytes(reading: Source(result, from: start), memoryLimit: 0)
      result.pieces.removeSubrange(storedCount...)
      result.append(0..<bytes.count, of: bytes)
      storedCount = result.pieces.count
      new = StoredBytes()
    }

    package mutating func finish() -> EditedBytes {
      result.append(offset..<original.count, of: original)
      offset = original.count
      return result
    }
  }

  package func replacingAll(by bytes: [UInt8]) -> EditedBytes {
    var new = EditedBytes(bytes)
    new.file = file
    return new
  }

  private mutating func append(_ range: Range<Int>, of source: any FixedBytes) {
    guard !range.isEmpty else { return }
    if let last = pieces.last, last.source === source,
      last.start + last.end - start(of: pieces.count - 1) == range.lowerBound
    {
      pieces.removeLast()
      pieces.append(Piece(source: source, start: last.start, end: last.end + range.count))
    } else {
      pieces.append(Piece(source: source, start: range.lowerBound, end: endIndex + range.count))
    }
  }

  private mutating func append(_ range: Range<Int>, of other: EditedBytes) {
    var offset = range.lowerBound
    guard offset < range.upperBound else { return }
    var number = other.number(ofPieceAt: offset)
    while offset < range.upperBound {
      let piece = other.pieces[number]
      let end = Swift.min(piece.end, range.upperBound)
      let start = piece.start + offset - other.start(of: number)
      append(start..<start + end - offset, of: piece.source)
      offset = end
      number += 1
    }
  }
}

// MARK: - Encodings

extension EditedBytes {
  private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// The form of UTF-16 or UTF-32, if a byte-order mark or the first character of XML shows it.
  package var wideForm: UnicodeSource.Form? {
    let start = Array(prefix(4))
    let form = UnicodeSource.Form.all.first { start.starts(with: $0.mark) }
    return form.map { $0.width > 1 ? $0 : nil } ?? .ofMarkup(beginningWith: start)
  }

  /// A source of this text, which is in a form, in UTF-8.
  package func makeSource(from form: UnicodeSource.Form) -> any ByteSource {
    UnicodeSource(form, unread: [], makeSource(without: [0..<form.mark.count]))
  }

  /// Returns this text in UTF-8, with a byte-order mark: a declaration of another encoding does not count after it.
  package func decoded(from form: UnicodeSource.Form) throws(DecantError) -> EditedBytes {
    var marked = Replacement(of: try EditedBytes(reading: makeSource(from: form)))
    _ = try marked.apply(ByteEdit(0..<0, Self.mark))
    var result = marked.finish()
    result.file = file
    return result
  }

  /// Returns this text, which has been decoded, in a form.
  package func encoded(in form: UnicodeSource.Form) throws(DecantError) -> EditedBytes {
    var result = try EditedBytes(reading: makeSource(in: form))
    result.file = file
    return result
  }

  /// A source of this text, which has been decoded, in a form.
  package func makeSource(in form: UnicodeSource.Form) -> any ByteSource {
    let hasMark = starts(with: Self.mark)
    return FormedSource(form, makeSource(without: hasMark ? [0..<Self.mark.count] : []))
  }
}

// MARK: - Streaming

extension EditedBytes {
  /// A source of these bytes without those of some ranges, which does not keep pages of a file that were read.
  package func makeSource(without omissions: [Range<Int>] = []) -> any ByteSource {
    Source(self, omissions)
  }

  /// Writes all bytes, and throws at the end if they are not those that were read before.
  package func write(to destination: any ByteDestination) throws(DecantError) {
    var offset = 0
    for piece in pieces {
      try piece.source.write(piece.start..<piece.start + piece.end - offset, to: destination)
      offset = piece.end
    }
    try checkUnchanged()
  }

  /// Throws if another program has written to the file that was read.
  package func checkUnchanged() throws(DecantError) {
    try file?.checkUnchanged()
  }

  private final class Source: ByteSource {
    private let bytes: EditedBytes
    private var offset: Int
    private var omissions: IndexingIterator<[Range<Int>]>
    private var omission: Range<Int>?

    init(_ bytes: EditedBytes, from offset: Int = 0, _ omissions: [Range<Int>] = []) {
      self.bytes = bytes
      self.offset = offset
      self.omissions = omissions.makeIterator()
      omission = self.omissions.next()
    }

    /// Fills the output, except at the end.
    func read(into output: inout OutputRawSpan) throws(DecantError) {
      while output.freeCapacity > 0 {
        if let omission, omission.lowerBound == offset {
          offset = omission.upperBound
          self.omission = omissions.next()
        }
        guard offset < bytes.endIndex else { return }
        let number = bytes.number(ofPieceAt: offset)
        let piece = bytes.pieces[number]
        let end = Swift.min(piece.end, omission?.lowerBound ?? bytes.endIndex)
        let start = piece.start + offset - bytes.start(of: number)
        let count = Swift.min(end - offset, output.freeCapacity)
        try piece.source.copy(start..<start + count, to: &output)
        offset += count
      }
    }

    var wouldWait: Bool { false }
  }
}

/// A replacement of a range of bytes.
public struct ByteEdit: Sendable, Hashable {
  /// The replaced bytes; empty for an insertion.
  public var range: Range<Int>
  /// The new bytes; empty for a removal.
  public var bytes: [UInt8]

  /// Creates a replacement of `range` by `bytes`, or its removal.
  public init(_ range: Range<Int>, _ bytes: some Sequence<UInt8> = []) {
    self.range = range
    self.bytes = Array(bytes)
  }
}
