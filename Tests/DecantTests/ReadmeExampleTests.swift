import DecantTestSupport
import Decant
import Foundation
import Testing

/// The Swift examples of the README, line by line.
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

  @Test func anArchivableTypeIsRestoredByItsLaterVersions() throws {
    struct Landmark: Archivable {
      static let archiveName = "Landmark"
      static let schemaVersion = 2
      var name: String
      var height: Double?

      static func migrate(_ document: inout Value, from version: Int) throws {
        // Version 1 called it a title.
        document["name"] = document["title"]
      }
    }

    let folder = try Scratch()
    let path = folder.path + "/eiffel.yaml"
    let landmark = Landmark(name: "Tour Eiffel", height: 330)
    try Archive.write(landmark, to: path)
    let again = try Archive.read(Landmark.self, from: path)
    #expect(again.name == "Tour Eiffel" && again.height == 330)

    let archive = folder.path + "/eiffel.plist"
    do {
      try Archive.write(landmark, to: archive)  // with a version, from which later types migrate
      let again = try Archive.read(Landmark.self, from: archive)
      #expect(again.name == "Tour Eiffel")
    }

    let older = try Document(parsing: #"{"title":"Tour Eiffel"}"#, as: .json)
    try Archive.write(older, type: "Landmark", schema: 1, to: path)
    #expect(try Archive.read(Landmark.self, from: path).name == "Tour Eiffel")
  }

  @Test func anyCodableTypeGoesInAndOut() throws {
    struct Landmark: Codable, Equatable {
      var name: String
      var surveyed: Date
    }

    let landmark = Landmark(
      name: "Pont du Gard", surveyed: Date(timeIntervalSince1970: 1_795_253_400))
    let yaml = try Format.yaml.encodeText(landmark)
    let again = try Format.yaml.decode(Landmark.self, from: yaml)
    let list = try transcode(
      Array(yaml.utf8), as: Landmark.self, from: .yaml, to: .propertyList(.binary))
    #expect(yaml == "name: Pont du Gard\nsurveyed: !!timestamp 2026-11-21T09:30:00Z\n")
    #expect(again == landmark)
    #expect(try PropertyListDecoder().decode(Landmark.self, from: Data(list)) == landmark)

    // With the properties of Foundation's encoders and decoders.
    var encoder = FormatEncoder(.json)
    encoder.keyEncodingStrategy = .convertToSnakeCase
    encoder.dateEncodingStrategy = .wholeSeconds
    let data = try encoder.encode(again)
    #expect(try Format.json.decode(Landmark.self, from: Array(data)) == landmark)

    let line = try Format.jsonLines.encodeText(landmark)
    let input = MemorySource(line + line)
    var found: [Landmark] = []
    // Document by document, in constant memory.
    var landmarks = try Format.jsonLines.documents(of: Landmark.self, from: input)
    while let landmark = try landmarks.next() { found.append(landmark) }
    #expect(found == [landmark, landmark])
  }

  @Test func settingsSurvive() throws {
    enum Theme: String, Codable, CaseIterable { case light, dark }
    struct Settings: Codable {
      var retries = 3
      var theme = Theme.light
    }

    let folder = try Scratch()
    let path = folder.path + "/app.yaml"
    let text = "# mine\nretries: 3 # many\ntheme: drak\nplugin: {key: 1}\n"
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    var file = try SettingsFile(path, default: Settings())  // a bad value stays in the file
    for problem in file.problems { print(problem) }  // 7:8: 'drak' is not a Theme (light, dark) …
    file.value.retries = 5
    try file.save()  // changes one number of the user's file; comments and unknown keys stay
    #expect(file.problems.count == 2 && file.problems[0].position?.line == 3)
    #expect(file.problems[0].description.contains("'drak' is not a Theme (light, dark)"))
    #expect(
      try String(contentsOfFile: path, encoding: .utf8)
        == text.replacing("3 # many", with: "5 # many"))
  }

  @Test func valuesSurviveEditsAndConversions() throws {
    let text = "price: 1.10  # net\ncount: 1\n"
    let source = MemorySource(text)
    let target = MemoryDestination()
    var editor = try DocumentEditor(text.utf8, as: .yaml)  // price: 1.10  # net
    try editor.apply(.set(DocumentPointer(tokens: ["count"]), Document(2)))  // the rest stays
    try Transcoder(from: .yaml, to: .json5).run(from: source, to: target)  // 1.10, // net
    #expect(editor.bytes == Array("price: 1.10  # net\ncount: 2\n".utf8))
    #expect(target.text == "{\n  \"price\": 1.10, // net\n  \"count\": 1\n}\n")
  }
}
