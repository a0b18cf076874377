import Decant
import DecantSystem
import Foundation
import Testing

/// Recursion on stacks that have no room for it.
@Suite struct StackRoomTests {
  private static let depth = 100_000

  /// The smallest stack that a thread can have and still measure.
  private func onSmallStack<Success: Sendable>(
    _ work: @escaping @Sendable () throws(DecantError) -> Success
  ) throws -> Success {
    try WorkerThread.result(stackSize: 160 << 10, of: work)
  }

  private static func sum(_ level: Int) -> Int {
    level == 0 ? 0 : StackRoom.deeper { level + sum(level - 1) }
  }

  private static func plainSum(_ level: Int) throws(DecantError) -> Int {
    guard level > 0 else { throw DecantError(.tooLong) }
    return level + (try plainSum(level - 1))
  }

  @Test func eachLevelFindsRoom() throws {
    #expect(try onSmallStack { Self.sum(Self.depth) } == Self.depth * (Self.depth + 1) / 2)
  }

  @Test func allLevelsHaveRoom() throws {
    let error = #expect(throws: DecantError.self) {
      try onSmallStack { () throws(DecantError) in
        try StackRoom.run(levels: Self.depth) { () throws(DecantError) in
          try Self.plainSum(Self.depth)
        }
      }
    }
    #expect(error?.problem == .tooLong)
  }

  @Test func aThreadIsStartedOnlyWithoutRoom() throws {
    let haveMoved = try onSmallStack {
      [1, 10, 100_000].map { levels in
        let here = pthread_self()
        return StackRoom.run(levels: levels) { pthread_self() != here }
      }
    }
    #expect(haveMoved == [false, false, true])
  }

  private static func nested(_ leaf: Value) -> Value {
    var value = leaf
    for level in 0..<depth { value = level.isMultiple(of: 2) ? ["a": value] : [value] }
    return value
  }

  /// Destroys what is in a value from outside to inside: Swift would do it by recursion.
  private static func dismantle(_ value: inout Value) {
    while let inner = value["a"] ?? value[0] { value = inner }
  }

  @Test func deepValuesAreComparedAndDescribed() throws {
    try onSmallStack {
      var values = [Self.nested(1), Self.nested(1), Self.nested(2)]
      let areEqual = values.map { $0 == values[0] }
      let hashes = Set(values.prefix(2).map(\.hashValue))
      let length = values[2].description.utf8.count
      for index in values.indices { Self.dismantle(&values[index]) }
      #expect(areEqual == [true, true, false] && hashes.count == 1)
      #expect(length == Self.depth / 2 * 8 + 1)
    }
  }
}
