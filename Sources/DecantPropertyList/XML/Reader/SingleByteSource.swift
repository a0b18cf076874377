internal import DecantCore

/// ISO 8859-1 or US-ASCII, converted to UTF-8.
///
/// Errors then report offsets in the UTF-8, but lines and columns of the original text.
final class SingleByteSource: ByteSource {
  enum Form {
    case latin1
    /// Other bytes are errors.
    case ascii
  }

  private let form: Form
  private let source: any ByteSource
  private let storage = ByteStorage(capacity: 32 * 1024)
  private var produced = 0

  init(_ form: Form, unread: [UInt8], _ source: any ByteSource) {
    self.form = form
    self.source = source
    unread.withBytes { storage.append($0) }
  }

  var wouldWait: Bool { storage.count == 0 && source.wouldWait }

  func read(into output: inout OutputRawSpan) throws(DecantError) {
    if storage.count == 0 {
      let added = try storage.fill { (free) throws(DecantError) in try source.read(into: &free) }
      guard added > 0 else { return }
    }
    let before = output.byteCount
    let used = storage.withBytes { convert($0, into: &output) }
    storage.dropFirst(used)
    produced += output.byteCount - before
    // Valid text is delivered first, so that the error's place is known.
    guard used > 0 else { throw DecantError(.invalidEncoding(.ascii), offset: produced) }
  }

  private func convert(_ bytes: RawSpan, into output: inout OutputRawSpan) -> Int {
    var p = 0
    while p < storage.count, output.freeCapacity >= 2 {
      let byte = bytes.byte(at: p)
      if byte < 0x80 {
        output.append(byte)
      } else {
        guard form == .latin1 else { return p }
        output.append(0xC0 | byte >> 6)
        output.append(0x80 | byte & 0x3F)
      }
      p += 1
    }
    return p
  }
}
