import Decant
import DecantSystem
import DecantTestSupport
import Foundation
import Testing

@testable import DecantCommands
@testable import DecantConversion
import DecantCore

/// Work of a request ends soon after its time: it looks at the time between batches, and inside of what takes longer.
@Suite struct DeadlineTests {
  private static let count = 20_000
  private static let keys = (0..<count).map { ($0 &* 7919) % count }
  private static let flat = "{" + keys.map { "\"k\($0)\":\($0)" }.joined(separator: ",") + "}"

  /// Returns whether `work` ends because the time has passed.
  private static func isStopped(_ work: () throws -> Void) -> Bool {
    let result = Deadline.run(in: -1) { Result { try work() } }
    guard case .failure(let error as DecantError) = result else { return false }
    return error.problem == .specific(DeadlineProblem.passed)
  }

  /// A writer of a document that is held has one batch, in which it looks at the time.
  @Test func stopsWritersThatHoldADocument() throws {
    let document = try Document(parsing: Self.flat, as: .json)
    var deterministic = WritingOptions()
    deterministic.cborForm = .deterministic
    for (format, options) in [(Format.cbor, deterministic), (.keyedArchive, WritingOptions())] {
      var batch = EventBatch()
      batch.append(.beginDocument)
      try document.tape.replay(0..<document.tape.count, into: &batch)
      batch.append(.endDocument)
      let isStopped = Self.isStopped {
        var writer = try format.writer(options)
        try writer.write(batch, to: ByteSink(MemoryDestination()))
      }
      #expect(isStopped, "\(format.name)")
    }
  }

  /// A reader returns few events at a time, or looks at the time before it returns the first.
  @Test(arguments: FormatRegistry.standard.formats.filter { $0.isReadable && $0.isWritable })
  func stopsReaders(format: Format) throws {
    var plan = Plan(to: format)
    plan.fidelity = .lossy
    let rows = "[" + (0..<Self.count).map { "{\"a\":\"\($0)\"}" }.joined(separator: ",") + "]"
    let isOfRows = format.abilities.contains(.rows) || format.name == Format.jsonLines.name
    if isOfRows { plan.gathering = .split }
    let destination = MemoryDestination()
    var pipeline = try Pipeline(plan, to: destination)
    var source = try Input(
      .text(isOfRows ? rows : Self.flat.replacing(/:[0-9]+/, with: ":\"v\"")), as: .json)
    try pipeline.convert(&source)
    try pipeline.finish()
    var input = try Input(.bytes(destination.bytes), as: format)
    var largest = 0
    let isStopped = Self.isStopped {
      var reader = try format.reader(ReadingOptions())
      var batch = EventBatch()
      while try reader.read(from: &input.window, into: &batch) {
        largest = max(largest, batch.count)
        batch.removeAll()
      }
    }
    #expect(isStopped || (1...2 * EventBatch.usualCount).contains(largest), "\(format.name)")
  }

  /// Stages look at the time between batches, and while they sort.
  @Test func stopsStages() throws {
    var input = try Input(.text(Self.flat), as: .json)
    var tape = Tape()
    try input.forEachBatch(ReadingOptions()) { batch throws(DecantError) in
      try tape.append(nodesOf: batch)
    }
    var pairs: [KeptPair] = []
    tape.appendPairs(ofMappingAt: 0, to: &pairs)
    #expect(pairs.count == Self.count)
    #expect(
      Self.isStopped {
        var order = ByteOrder(); try order.arrange(&pairs, from: 0, in: tape)
      })
    for path in ["/**", "/-1", "/**/[=7]"] {
      var input = try Input(.text("[\(Self.flat)]"), as: .json)
      let stage = PathStage(try PathPattern(path), missingValue: .isError)
      var reading = try InputReading(of: input, ReadingOptions(), stages: [])
      var results: Set<StageResult> = []
      while try reading.advance(
        &input,
        to: { batch throws(DecantError) in
          var output = EventBatch()
          output.refer(to: batch)
          var result = try stage.process(batch, into: &output)
          while result == .more {
            results.insert(result)
            output.removeAll()
            output.refer(to: batch)
            result = try stage.processMore(batch, into: &output)
            #expect(output.count < 2 * EventBatch.usualCount + 10)
          }
        })
      {}
      #expect(results == [.more], "\(path)")
    }
    let chain = StageChain([], .stop)
    #expect(
      Self.isStopped {
        var batch = EventBatch()
        try chain.pass(&batch, to: { _ in })
      })
    try chain.finish(to: { _ in })
  }

  @Test func hasATimeOfItsOwnForEachThread() throws {
    let isOther = Deadline.run(in: -1) {
      let other: Void? = try? WorkerThread.result(stackSize: 1 << 20) { () throws(DecantError) in
        try Deadline.check()
      }
      return other != nil && (try? Deadline.check()) == nil
    }
    #expect(isOther)
    // Another thread with more room does a part of the work.
    #expect(Deadline.run(in: -1) { StackRoom.run(levels: 1 << 14) { Deadline.hasPassed } })
    try Deadline.check()
    #expect(Deadline.run(in: nil) { (try? Deadline.check()) != nil })
    #expect(Deadline.run(in: .greatestFiniteMagnitude) { (try? Deadline.check()) != nil })
  }

  // MARK: Replies

  static let requests = [
    "convert from=json to=json at=/%2A%2A/k", "convert from=json to=yaml at=/%2A%2A",
    "convert from=json to=json at=/-1", "convert from=json to=json sort-keys=true",
    "convert from=json to=cbor cbor=deterministic", "convert from=json to=keyedarchive",
    "convert from=json to=toml fidelity=lossy", "convert from=json to=binary1 fidelity=lossy",
    "convert from=json to=xml1 fidelity=tagged", "convert from=json to=json document=%5B%21x%5D",
    "convert from=json to=json duplicate-keys=last", "check from=json",
    "get from=json path=/%2A%2A/k", "get from=json paths=true", "edit from=json steps=0",
    "diff from=yaml old=0", "merge from=yaml base=0 ours=0",
  ]

  /// Keeps the beginning of a reply, and the time at which it came.
  ///
  /// How long it takes to hand on hundreds of megabytes says nothing about the work.
  private final class ReplyStart: ByteDestination {
    private(set) var header: [UInt8] = []
    private(set) var time: Double?

    func write(_ bytes: RawSpan) {
      guard time == nil else { return }
      time = System.uptime
      header.append(copying: bytes.extracting(first: 256))
    }
  }

  /// A reply comes within 1.2 times of what is allowed; twice that on a machine that does other work.
  @Test(.enabled(if: Thoroughness.isFull), arguments: requests)
  func repliesInTime(request: String) throws {
    let nested =
      String(repeating: "{\"k\":", count: 100) + Self.flat + String(repeating: "}", count: 100)
    for payload in [Self.flat, nested, "[\(Self.flat)]"] {
      func seconds(within limit: Double?) throws -> (Double, isLate: Bool) {
        var limits = ServiceLimits(jobs: 1)
        limits.seconds = limit
        let answer = ServiceAnswer(registry: .standard, type: nil, limits: limits)
        let reply = ReplyStart()
        let source = ServiceTests.request(request, payload)
        let start = System.uptime
        try Service(answer).run(from: .text(source), to: reply)
        let time = try #require(reply.time)
        return (time - start, reply.header.starts(with: "error kind=timeout ".utf8))
      }
      let (all, _) = try seconds(within: nil)
      let (part, isLate) = try seconds(within: all / 4)
      #expect(isLate || part < all / 2, "\(request)")
      #expect(part < all / 4 * 2.4 + 0.05, "\(request)")
    }
  }
}
