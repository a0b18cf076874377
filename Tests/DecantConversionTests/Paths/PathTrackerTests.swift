import Testing
import Decant
import DecantConversion
import DecantCore

@Suite struct PathTrackerTests {
  @Test func knowsTheWayToEachEvent() throws {
    let source = #"{"a":[1,{"b":null,"c/d":[[true]]},2],"":"x"}"#
    var reader = try Format.json.reader()
    var window = Window(MemorySource(source))
    var batch = EventBatch()
    var tracker = PathTracker()
    var paths: [String] = []
    while try reader.read(from: &window, into: &batch) {
      for index in 0..<batch.count {
        tracker.advance(to: batch[index], of: batch)
        switch batch[index].kind {
        case .null, .true, .integer, .string: paths.append(tracker.path.description)
        default: break
        }
      }
      batch.removeAll()
    }
    #expect(
      paths == [
        "/a", "/a/0", "/a/1/b", "/a/1/b", "/a/1/c~1d", "/a/1/c~1d/0/0", "/a/2", "/", "/",
      ])
    #expect(tracker.depth == 0)
  }

  @Test(arguments: [
    (Event.Kind.null, "/null"), (.true, "/true"), (.false, "/false"),
  ])
  func namesKeysThatAreWords(kind: Event.Kind, path: String) {
    var batch = EventBatch()
    batch.append(.beginMapping)
    batch.append(kind, flags: .isKey)
    batch.append(.string, text: "x")
    var tracker = PathTracker()
    for index in 0..<batch.count { tracker.advance(to: batch[index], of: batch) }
    #expect(tracker.path.description == path)
  }

  @Test func leavesOutKeysThatAreCollections() {
    var batch = EventBatch()
    batch.append(.beginMapping)
    batch.append(.beginSequence, flags: .isKey)
    batch.append(.integer, text: "7")
    batch.append(.endSequence)
    batch.append(.beginMapping)
    batch.append(.tag, text: "!t")
    batch.append(.integer, text: "8", flags: .isKey)
    batch.append(.null)
    var tracker = PathTracker()
    for index in 0..<batch.count { tracker.advance(to: batch[index], of: batch) }
    #expect(tracker.path.description == "/8")
  }

  @Test(arguments: [
    (Format.json, #"{"a":1,"b":{"c":2,"d":[3,{"e":4,"f":5},[],{}]},"g":{"h":{"i":6}},"j":7}"#),
    (.jsonLines, "[1,[2,{}]]\n3\n{\"a\":{\"b\":[]},\"c\":4}\n[]\n"),
    (.yaml, "? [a, {b: c}]\n: &x {d: !t e}\n"),
    (.yaml, "- &a {b: 1}\n- *a\n- ? {c: 2}\n  : 3\n  d: *a\n  e: [*a]\n--- 4\n--- [[5], !t 6]\n"),
  ])
  func knowsTheSameWayAfterAnyRunOfEvents(_ format: Format, _ source: String) throws {
    var reader = try format.reader()
    var window = Window(MemorySource(source))
    var batch = EventBatch()
    #expect(try reader.read(from: &window, into: &batch))
    for start in 0..<batch.count {
      var single = PathTracker()
      for index in 0..<start { single.advance(to: batch[index], of: batch) }
      for end in start...batch.count {
        var tracker = PathTracker()
        tracker.advance(over: batch, 0..<start)
        tracker.advance(over: batch, start..<end)
        #expect(tracker.path == single.path, "\(start) to \(end)")
        #expect(tracker.depth == single.depth)
        if end < batch.count { single.advance(to: batch[end], of: batch) }
      }
    }
  }
}
