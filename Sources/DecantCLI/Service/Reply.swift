internal import Decant

/// What a client gets for a request: a header, its payload, and diagnostics after that.
struct Reply {
  private(set) var header: MessageHeader
  let payload: [UInt8]
  private let diagnostics: String

  /// Creates a reply; `complete` adds the fields of its own before the lengths.
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

  /// A reply that all is well.
  static func ok(
    _ request: MessageHeader, _ payload: [UInt8] = [], diagnostics: String = "",
    _ complete: (inout MessageHeader) -> Void = { _ in }
  ) -> Reply {
    Reply("ok", to: request, payload, diagnostics, complete)
  }

  /// A reply that says what is wrong.
  static func error(
    _ request: MessageHeader?, _ kind: Kind, _ diagnostic: Diagnostic, diagnostics: String = ""
  ) -> Reply {
    Reply(
      "error", to: request, Array(diagnostic.message.utf8), diagnostics
    ) { header in
      header.add("kind", kind.rawValue)
      header.add("line", diagnostic.position?.line)
      header.add("column", diagnostic.position?.column)
      header.add("offset", diagnostic.position?.offset ?? diagnostic.offset)
      header.add("path", diagnostic.path?.description)
      header.add("hint", diagnostic.hint)
    }
  }

  /// A reply that says what is wrong with the request itself.
  static func error(_ request: MessageHeader?, _ kind: Kind, _ message: String) -> Reply {
    error(request, kind, Diagnostic(.error, message))
  }

  /// What kind of thing is wrong.
  enum Kind: String, CaseIterable {
    /// The payload is bad, or holds a value that the target cannot.
    case input
    /// The request makes no sense.
    case usage
    /// The payload, or the reply, is larger than the service allows.
    case size
    /// The conversion took longer than the service allows.
    case timeout
    /// What came is not a request, and nothing after it can be understood.
    case framing
    /// A defect of the service itself.
    case defect
  }

  /// How many bytes of memory the reply takes, about.
  var size: Int { payload.count + diagnostics.utf8.count + 256 }

  func write(to sink: ByteSink) throws(DecantError) {
    try sink.write(header.line)
    try sink.write(payload)
    try sink.write(diagnostics)
  }
}
