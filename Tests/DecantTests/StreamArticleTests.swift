import Decant
import Foundation
import Testing

/// The examples of the article about streams, line by line.
@Suite struct StreamArticleTests {
  struct Tide: Codable, Equatable {
    var height: Double
  }

  @Test func documentsAreAStream() throws {
    let lines = MemorySource("{\"height\": 1.5}\n{\"height\": 2.25}\n")
    var highest = 0.0
    var tides = try Format.jsonLines.documents(of: Tide.self, from: lines)
    while let tide = try tides.next() {
      highest = max(highest, tide.height)
    }
    #expect(highest == 2.25)
  }

  @Test func anArrayIsReadByElements() throws {
    let text =
      #"{"station": 7, "observations": {"tides": [{"height": 1}, {"height": 3}]}, "end": true}"#
    let file = MemorySource(text)
    var highest = 0.0
    var features = try Format.json.elements(of: Tide.self, at: "/observations/tides", from: file)
    while let tide = try features.next() {
      highest = max(highest, tide.height)
    }
    #expect(highest == 3)

    let damaged = MemorySource(text.replacing("3", with: "null"))
    var reports: [String] = []
    let usable = try Format.json.elements(
      of: Tide.self, at: "/observations/tides", from: damaged,
      onError: .skip { reports.append("\($0.decant)") })
    var kept = usable
    #expect(try kept.next() == Tide(height: 1))
    #expect(try kept.next() == nil)
    #expect(reports == ["1:69: expected Double but found null"])
  }

  private actor Harbour {
    var heights: [Double] = []
    func show(_ tide: sending Tide) { heights.append(tide.height) }
  }

  private static func chunks(_ texts: String...) -> AsyncStream<Data> {
    AsyncStream { continuation in
      for text in texts { continuation.yield(Data(text.utf8)) }
      continuation.finish()
    }
  }

  @Test func aTaskWaitsForPieces() async throws {
    let harbour = Harbour()
    let body = Self.chunks("{\"height\": 1}\n{\"hei", "ght\": 2}\n")
    for try await tide in try Format.jsonLines.documents(of: Tide.self, from: .chunks(body)) {
      await harbour.show(tide)
    }
    #expect(await harbour.heights == [1, 2])
  }

  @Test func eventsAreDecoded() async throws {
    struct Delta: Decodable { var text: String }
    let response = Self.chunks(
      "data: {\"text\": \"ebb\"}\n\nda", "ta: {\"text\": \" and flow\"}\n\ndata: [DONE]\n\n")
    var text = ""
    for try await event in ServerSentEvents(.chunks(response)) where event.data != "[DONE]" {
      text += try event.decode(Delta.self, as: .json).text
    }
    #expect(text == "ebb and flow")
  }

  @Test func documentsAreWritten() throws {
    let output = MemoryDestination()
    let measured = [Tide(height: 1.5), Tide(height: 2.25)]
    var writer = try DocumentWriter(output, as: .jsonLines)
    for tide in measured { try writer.write(tide) }
    try writer.finish()
    #expect(output.text == "{\"height\":1.5}\n{\"height\":2.25}\n")
  }
}
