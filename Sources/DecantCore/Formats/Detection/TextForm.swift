/// The form of the bytes of a text: the encoding that its byte-order mark shows, and the line ends.
package struct TextForm: Sendable {
  package var encoding = UnicodeSource.Form(width: 1, isBigEndian: false, mark: [])
  var lineEnd: [UInt8] = [0x0A]

  /// The name of the encoding, for a declaration.
  package var encodingName: String { ["UTF-8", "UTF-16", "UTF-32"][encoding.width / 2] }

  /// Stores the line end of most lines of `text`.
  package mutating func keepLineEnds(of text: [UInt8]) {
    let pairs = zip(text, text.dropFirst()).count { $0 == 0x0D && $1 == 0x0A }
    let feeds = text.count { $0 == 0x0A } - pairs
    let returns = text.count { $0 == 0x0D } - pairs
    guard max(pairs, returns) > feeds else { return }
    lineEnd = pairs < returns ? [0x0D] : [0x0D, 0x0A]
  }

  /// Returns a destination of UTF-8 whose lines end with line feeds, which writes it to `destination` in this form.
  package func convert(to destination: any ByteDestination) -> any ByteDestination {
    encoding.mark.isEmpty && lineEnd == [0x0A] ? destination : FormedText(self, destination)
  }
}

/// UTF-8 in the encoding of a form, in which it is read; line ends stay.
package final class FormedSource: ByteSource {
  private let source: any ByteSource
  private let text: FormedText
  private let unread = Unread()

  private final class Unread: ByteDestination {
    let storage = ByteStorage(capacity: 1 << 17)

    func write(_ bytes: RawSpan) { storage.append(bytes) }
  }

  package init(_ encoding: UnicodeSource.Form, _ source: any ByteSource) {
    self.source = source
    text = FormedText(TextForm(encoding: encoding), unread)
  }

  package var wouldWait: Bool { unread.storage.count == 0 && source.wouldWait }

  package func read(into output: inout OutputRawSpan) throws(DecantError) {
    let (piece, storage) = (ByteStorage(capacity: 1 << 15), unread.storage)
    while storage.count == 0 {
      let count = try piece.fill { (free) throws(DecantError) in try source.read(into: &free) }
      guard count > 0 else { return }
      try piece.withBytes { (bytes) throws(DecantError) in
        try text.write(bytes.extracting(0..<count))
      }
      piece.removeAll()
    }
    let count = min(storage.count, output.freeCapacity)
    storage.withBytes { $0.extracting(0..<count).append(to: &output) }
    storage.dropFirst(count)
  }
}

private final class FormedText: ByteDestination {
  private let form: TextForm
  private let destination: any ByteDestination
  /// The byte-order mark, until it is written.
  private var mark: [UInt8]
  private var last: UInt8 = 0
  /// The scalar whose bytes are being written.
  private var scalar: UInt32 = 0
  private var missing = 0

  init(_ form: TextForm, _ destination: any ByteDestination) {
    self.form = form
    mark = form.encoding.mark
    self.destination = destination
  }

  func write(_ bytes: RawSpan) throws(DecantError) {
    var text = mark
    mark = []
    text.reserveCapacity(bytes.byteCount * form.encoding.width + text.count)
    for offset in 0..<bytes.byteCount {
      let byte = bytes.byte(at: offset)
      if byte == 0x0A, last != 0x0D {
        for byte in form.lineEnd { append(byte, to: &text) }
      } else {
        append(byte, to: &text)
      }
      last = byte
    }
    try text.withBytes { (text) throws(DecantError) in try destination.write(text) }
  }

  private func append(_ byte: UInt8, to text: inout [UInt8]) {
    let width = form.encoding.width
    guard width > 1 else { return text.append(byte) }
    let ones = (~byte).leadingZeroBitCount
    missing = ones == 1 ? missing - 1 : max(ones - 1, 0)
    scalar = (ones == 1 ? scalar << 6 : 0) | UInt32(byte & 0x7F >> ones)
    guard missing == 0, let scalar = Unicode.Scalar(scalar) else { return }
    guard width == 2 else { return append(unit: scalar.value, to: &text) }
    for unit in scalar.utf16 { append(unit: UInt32(unit), to: &text) }
  }

  private func append(unit: UInt32, to text: inout [UInt8]) {
    let width = form.encoding.width
    for offset in 0..<width {
      let shift = 8 * (form.encoding.isBigEndian ? width - 1 - offset : offset)
      text.append(UInt8(truncatingIfNeeded: unit >> shift))
    }
  }
}
