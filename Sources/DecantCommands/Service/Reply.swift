internal import DecantCore

/// A reply to a request: a header, its payload, and diagnostics after that.
struct Reply {
  private(set) var header: MessageHeader
  let payload: [UInt8]
  private let diagnostics: String

  private init(
    _ word: String, to request: MessageHeader?, _ payload: [UInt8], _ diagnostics: String,
    _ complete: (inout MessageHeader) -> Void
  ) {
    header = MessageHeader(word)
    header.add("id", request?["id"])
    complete(&header)
    header.add("bytes", payload.count)
    header.add("diagnostics", diagnostics.isEmpty ? nil : diagnostics.utf8.count)
    self.payload = payload
    self.diagnostics = diagnostics
  }

  static func ok(
    _ request: MessageHeader, _ payload: [UInt8] = [], diagnostics: String = "",
    _ complete: (inout MessageHeader) -> Void = { _ in }
  ) -> Reply {
    Reply("ok", to: request, payload, diagnostics, complete)
  }

  static func error(
    _ request: MessageHeader?, _ kind: Kind, _ diagnostic: Diagnostic, diagnostics: String = ""
  ) -> Reply {
    Reply(
      "error", to: request, Array(diagnostic.message.utf8), diagnostics
    ) { header in
      header.add("kind", kind.rawValue)
      header.add("part", diagnostic.source)
      header.add("line", diagnostic.position?.line)
      header.add("column", diagnostic.position?.column)
      header.add("offset", diagnostic.position?.offset ?? diagnostic.offset)
      header.add("path", diagnostic.path?.description)
      header.add("schema-place", diagnostic.schemaPlace)
      header.add("step", diagnostic.step)
      header.add("hint", diagnostic.hint)
    }
  }

  static func error(_ request: MessageHeader?, _ kind: Kind, _ message: String) -> Reply {
    error(request, kind, Diagnostic(.error, message))
  }

  enum Kind: String, CaseIterable {
    case input
    case usage
    case size
    case timeout
    /// There is no value at a path.
    case missing
    /// The input is not a request, and cannot be read further.
    case framing
    case defect
  }

  var size: Int { payload.count + diagnostics.utf8.count + 256 }

  func write(to sink: ByteSink) throws(DecantError) {
    try sink.write(header.line)
    try sink.write(payload)
    try sink.write(diagnostics)
  }
}

/// The bytes of a reply, which end a request that is too long or takes too long.
final class ReplyDestination: ByteDestination {
  private let memory = MemoryDestination()
  private let limit: Int
  private(set) var isFull = false

  init(atMost limit: Int) { self.limit = limit }

  var bytes: [UInt8] { memory.bytes }

  func write(_ bytes: RawSpan) throws(DecantError) {
    try Deadline.check()
    guard memory.bytes.count + bytes.byteCount <= limit else {
      isFull = true
      throw DecantError(.other("the reply is longer than \(limit) bytes", hint: nil))
    }
    memory.write(bytes)
  }
}
