import Testing

import Decant

/// The Swift of the README, line for line.
@Suite struct ReadmeExampleTests {
  @Test func aTreeCanBeLookedIntoAndChanged() throws {
    let text = #"{"location":{"latitude":55.240807},"elevation":7.50,"tags":["basalt","coast"]}"#
    // A document as a tree to look into and to change. Numbers keep their digits, keys their order.
    var landmark = try Value(parsing: text, as: .json)
    if let latitude = landmark["location"]?["latitude"]?.double, latitude > 0 {
      landmark["hemisphere"] = "north"
    }
    if case .sequence(let tags)? = landmark["tags"] {
      landmark["tagCount"] = Value(tags.count)
    }
    let line = try landmark.text(as: .jsonLines)
    #expect(line == String(text.dropLast()) + #","hemisphere":"north","tagCount":2}"# + "\n")
  }

  @Test func theFilterIsOneCall() throws {
    let input = MemorySource("{a: 1}")
    let output = MemoryDestination()
    // The filter in one call: any source, any destination, constant memory.
    try Transcoder(from: .json5, to: .json).run(from: input, to: output)
    #expect(output.text == "{\n  \"a\": 1\n}\n")
  }
}
