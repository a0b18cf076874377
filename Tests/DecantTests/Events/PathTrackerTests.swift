import Testing

@testable import Decant

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
}
