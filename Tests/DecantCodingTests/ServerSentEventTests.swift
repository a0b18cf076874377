import Decant
import DecantTestSupport
import Foundation
import Testing

@Suite struct ServerSentEventTests {
  private static func events(_ text: String, sizes: [Int] = [1 << 20]) throws -> [ServerSentEvent] {
    var stream = ServerSentEvents(ChunkedSource(Array(text.utf8), sizes: sizes))
    var events: [ServerSentEvent] = []
    while let event = try stream.next() { events.append(event) }
    #expect(try stream.next() == nil)
    return events
  }

  private static func event(
    _ data: String, _ name: String = "message", id: String = ""
  ) -> ServerSentEvent {
    ServerSentEvent(name: name, data: data, id: id)
  }

  /// The examples of the standard, in any chunks, with each kind of line end.
  @Test(arguments: ["\n", "\r\n", "\r"]) func areReadByTheStandard(end: String) throws {
    let cases: [(String, [ServerSentEvent])] = [
      ("data: YHOO\ndata: +2\ndata: 10\n\n", [Self.event("YHOO\n+2\n10")]),
      (
        ": test stream\n\ndata: first event\nid: 1\n\ndata:second event\nid\n\ndata:  third event\n",
        [Self.event("first event", id: "1"), Self.event("second event")]
      ),
      ("data\n\ndata\ndata\n\ndata:\n", [Self.event(""), Self.event("\n")]),
      ("data:test\n\ndata: test\n\n", [Self.event("test"), Self.event("test")]),
      (
        "event: add\ndata: 73857293\n\nevent: remove\n\ndata: x\n\n",
        [Self.event("73857293", "add"), Self.event("x")]
      ),
      (
        "id: 7\ndata: a\n\nid: b\u{0}c\ndata: b\n\n",
        [Self.event("a", id: "7"), Self.event("b", id: "7")]
      ),
      ("retry: 10\nother: 1\nDATA: no\ndata: a: b\n\n", [Self.event("a: b")]),
      ("", []), ("\n\n\n", []), ("data: not ended", []), ("data: not ended\n", []),
    ]
    for (text, expected) in cases {
      let text = text.replacing("\n", with: end)
      for sizes in [[1 << 20], [1], [3, 2]] {
        #expect(try Self.events(text, sizes: sizes) == expected)
        #expect(try Self.events("\u{FEFF}" + text, sizes: sizes) == expected)
      }
    }
  }

  @Test func areDecoded() async throws {
    struct Update: Codable { var text: String }
    let chunks = AsyncStream<Data> { continuation in
      for chunk in [
        "data: {\"te", "xt\": \"Hel\"}\r", "\n\r\ndata: {\"text\":\ndata: \"lo\"}\n\n",
        "data: [DONE]\n\n",
      ] {
        continuation.yield(Data(chunk.utf8))
      }
      continuation.finish()
    }
    var text = ""
    for try await event in ServerSentEvents(.chunks(chunks)) where event.data != "[DONE]" {
      text += try event.decode(Update.self, as: .json).text
    }
    #expect(text == "Hello")
  }
}
