public import DecantCore

/// An event of a `text/event-stream`.
public struct ServerSentEvent: Sendable, Equatable {
  /// The type of the event, which is `message` if the stream has no other.
  public var name: String

  /// The data: often a document, or a word such as `[DONE]`.
  public var data: String

  /// The last identifier that the stream has set, for a header `Last-Event-ID`.
  public var id: String

  /// Creates an event.
  public init(name: String = "message", data: String = "", id: String = "") {
    (self.name, self.data, self.id) = (name, data, id)
  }

  /// Decodes the data, which is a document.
  public func decode<T: Decodable>(
    _ type: T.Type, as format: Format, options: DecodingOptions = DecodingOptions()
  ) throws -> T {
    try format.decode(type, from: data, options: options)
  }
}

/// The events of a `text/event-stream`, as the HTML standard reads it.
///
///     for try await event in ServerSentEvents(.bytes(response)) where event.data != "[DONE]" {
///       let update = try event.decode(Update.self, as: .json)
///     }
///
/// An event without the blank line that ends it is dropped. Like ``DecodedDocuments``, copies share their position.
public struct ServerSentEvents {
  // SAFETY: one thread at a time uses it: the iterator's, or the background one that it awaits.
  fileprivate final class Lines: @unchecked Sendable {
    let source: any ByteSource
    private var window: Window
    var event = ServerSentEvent()
    private var isOpen = false
    private var endsWithReturn = false

    init(_ source: any ByteSource) {
      self.source = source
      window = Window(source)
    }

    /// Returns the next line, or nil at the end, where a line without an end is dropped.
    func next() throws(DecantError) -> [UInt8]? {
      if !isOpen { try window.decodeUnicode() }
      isOpen = true
      var length = 0
      while true {
        if endsWithReturn, window.unread > 0 {
          if window[window.position] == UInt8(ascii: "\n") { window.position += 1 }
          endsWithReturn = false
        }
        while length < window.unread {
          let byte = window[window.position + length]
          if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
            endsWithReturn = byte == UInt8(ascii: "\r")
            defer { window.position += length + 1 }
            return window.view(length)
          }
          length += 1
        }
        guard try window.refill() else { return nil }
      }
    }
  }

  private let lines: Lines

  /// Creates a sequence of the events of a source.
  public init(_ source: any ByteSource) {
    lines = Lines(source)
  }

  /// Reads the next event, or returns nil at the end.
  public mutating func next() throws(DecantError) -> ServerSentEvent? {
    try lines.nextEvent()
  }
}

extension ServerSentEvents.Lines {
  func nextEvent() throws(DecantError) -> ServerSentEvent? {
    var data: [String] = []
    while let line = try next() {
      guard !line.isEmpty else {
        defer { event.name = "message" }
        if data.isEmpty { continue }
        event.data = data.joined(separator: "\n")
        return event
      }
      let name = line.prefix { $0 != UInt8(ascii: ":") }
      var value = line.dropFirst(name.count + 1)
      if value.first == UInt8(ascii: " ") { value.removeFirst() }
      let text = String(decoding: value, as: UTF8.self)
      switch String(decoding: name, as: UTF8.self) {
      case "data": data.append(text)
      case "event": event.name = text.isEmpty ? "message" : text
      case "id" where !value.contains(0): event.id = text
      default: break
      }
    }
    return nil
  }
}

#if Foundation
  extension ServerSentEvents: AsyncSequence {
    /// An iterator that waits for events on its own thread.
    public struct AsyncIterator: AsyncIteratorProtocol {
      private var read: BackgroundRead<ServerSentEvent?>

      fileprivate init(_ lines: Lines) {
        read = BackgroundRead(from: lines.source) { Result { try lines.nextEvent() } }
      }

      /// Reads the next event, or returns nil at the end.
      public mutating func next(
        isolation actor: isolated (any Actor)? = #isolation
      ) async throws -> ServerSentEvent? { try await read() }
    }

    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(lines) }
  }
#endif
