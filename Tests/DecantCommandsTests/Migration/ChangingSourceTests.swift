import DecantFiles
import Foundation
import Synchronization
import Testing

import Decant

@testable import DecantCommands

/// A source that changes during its migration keeps the change, and its result is discarded.
@Suite struct ChangingSourceTests {
  enum Moment: String, CaseIterable {
    case whileItIsConverted, whenItIsConverted, whileItIsVerified, whenItIsVerified

    /// The source is read to convert it, and the result to verify it.
    init?(_ event: WatchedReader.Event, ofResult isResult: Bool) {
      switch event {
      case .began(1): self = isResult ? .whileItIsVerified : .whileItIsConverted
      case .ended(1): self = isResult ? .whenItIsVerified : .whenItIsConverted
      default: return nil
      }
    }
  }

  enum Change: String, CaseIterable {
    case append, shorten, empty, overwrite, replace, remove

    func callAsFunction(_ path: String) throws {
      switch self {
      case .remove: try FileManager.default.removeItem(atPath: path)
      case .replace: try Data("[3]".utf8).write(to: URL(filePath: path), options: .atomic)
      case .append, .shorten, .empty, .overwrite:
        let file = try FileHandle(forUpdating: URL(filePath: path))
        let size = try file.seekToEnd()
        switch self {
        case .append: try file.write(contentsOf: Data(" ".utf8))
        case .shorten: try file.truncate(atOffset: size - 1)
        case .empty: try file.truncate(atOffset: 0)
        default:
          try file.seek(toOffset: size - 2)
          try file.write(contentsOf: Data("9".utf8))
        }
        try file.close()
      }
    }
  }

  /// A small source is kept in memory, a large one is streamed.
  static let sizes = [1, 20_000]

  private static func source(of count: Int) -> String {
    "[" + String(repeating: "1234567890, ", count: count) + "2]"
  }

  let scratch: Scratch
  private var source: String { "\(scratch.path)/a.watched" }

  init() throws {
    scratch = try Scratch()
  }

  /// Returns a registry with formats of the source and of the result, whose readers call `report`.
  private static func registry(
    _ report: @escaping @Sendable (Moment) -> Void
  ) -> FormatRegistry {
    FormatRegistry.standard
      .adding(.watched { Moment($0, ofResult: false).map(report) })
      .adding(.watched("result", isWritten: true) { Moment($0, ofResult: true).map(report) })
  }

  /// Writes the source with an old timestamp, so that coarse clocks show each change.
  private func writeSource(_ text: String) throws {
    try scratch.write(text, to: "a.watched")
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1_000_000_000)], ofItemAtPath: source)
  }

  private func content() -> String? { try? scratch.read("a.watched") }

  @Test(
    arguments: Moment.allCases.flatMap { moment in Change.allCases.map { (moment, $0) } },
    sizes)
  func isLeftAsItIs(when: (Moment, Change), count: Int) throws {
    let (moment, change) = when
    let text = Self.source(of: count)
    try writeSource(text)
    let path = source
    let left = Mutex<String??>(nil)
    let registry = Self.registry { found in
      guard found == moment else { return }
      do { try change(path) } catch { Issue.record(error) }
      left.withLock { $0 = .some(try? String(contentsOfFile: path, encoding: .utf8)) }
    }
    let outcome = decant("migrate", "-t", "result", "--replace", path, registry: registry)
    #expect(outcome.status == 65)
    #expect(
      outcome.errors == """
        \(path): error: the file changed while it was read
        hint: run it again when no other program writes to the file
        0 files converted, 0 skipped, 1 failed

        """)
    let expected = try #require(left.withLock { $0 })
    let (isChanged, isKept) = (expected != text, content() == expected)
    #expect(isChanged && isKept)
    #expect(try scratch.names == (expected == nil ? [] : ["a.watched"]))
  }

  /// If a result exists, the first reader compares it with the source.
  @Test(arguments: Change.allCases, sizes)
  func leavesAnOlderResultAsItIs(change: Change, count: Int) throws {
    try writeSource(Self.source(of: count))
    try scratch.write("old\n", to: "a.yaml")
    let path = source
    let registry = FormatRegistry.standard.adding(
      .watched { event in
        guard event == .began(1) else { return }
        do { try change(path) } catch { Issue.record(error) }
      })
    let outcome = decant(
      "migrate", "-t", "yaml", "--replace", "--force", path, registry: registry)
    #expect(outcome.status == 65)
    #expect(outcome.errors.contains("error: the file changed while it was read\n"))
    #expect(try scratch.read("a.yaml") == "old\n")
    #expect(try scratch.names.last == "a.yaml")
  }

  @Test func isConvertedWhenItStaysAsItIs() throws {
    try writeSource(Self.source(of: 20_000))
    let moments = Mutex<[Moment]>([])
    let registry = Self.registry { moment in moments.withLock { $0.append(moment) } }
    let outcome = decant("migrate", "-t", "result", "--replace", source, registry: registry)
    #expect(outcome.errors == "1 file converted, 0 skipped, 0 failed\n")
    #expect(moments.withLock { $0 } == Moment.allCases)
    #expect(try scratch.names == ["a.result"])
    let expected = "[\n" + String(repeating: "  1234567890,\n", count: 20_000) + "  2\n]\n"
    #expect(try scratch.read("a.result") == expected)
  }

  private func finish(
    whenInPlace: @escaping () -> Void = {}
  ) throws -> FinishedFile {
    let target = "\(scratch.path)/a.yaml"
    let result = try AtomicFile(target, willCreate: { _ in whenInPlace })
    try "- 1\n- 2\n".withBytes { (bytes) throws(DecantError) in try result.write(bytes) }
    var outcome = MigrationOutcome(.converted, source)
    outcome.target = target
    return FinishedFile(
      index: 0, result: .new(result, .ifAbsent), outcome: outcome,
      source: try SnapshotFile(source), isRemoving: true)
  }

  @Test(arguments: Change.allCases)
  func isLeftAsItIsBeforeItsResultIsPlaced(change: Change) throws {
    try writeSource(Self.source(of: 1))
    let file = try finish()
    try change(source)
    let expected = content()
    let outcome = try #require(FinishedFile.settle([file]).first?.outcome)
    #expect(outcome.error?.problem == .changedFile)
    #expect(!outcome.isRemoved)
    #expect(content() == expected)
    #expect(!FileManager.default.fileExists(atPath: "\(scratch.path)/a.yaml"))
  }

  @Test(arguments: Change.allCases)
  func isLeftAsItIsBeforeItIsRemoved(change: Change) throws {
    try writeSource(Self.source(of: 1))
    let path = source
    let file = try finish {
      do { try change(path) } catch { Issue.record(error) }
    }
    let outcome = try #require(FinishedFile.settle([file]).first?.outcome)
    #expect(outcome.error?.problem == .changedFile)
    #expect(!outcome.isRemoved)
    #expect((content() == nil) == (change == .remove))
    #expect(try scratch.read("a.yaml") == "- 1\n- 2\n")
  }
}
