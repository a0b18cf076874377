internal import Synchronization

/// Counters of the bytes of YAML read in each lane.
package final class YAMLLaneShare: Sendable {
  package struct Counts: Sendable, Hashable {
    package var fast = 0
    package var libyaml = 0
  }

  private let mutex = Mutex(Counts())

  package init() {}

  package var counts: Counts { mutex.withLock { $0 } }

  func add(_ count: Int, to lane: YAMLLane) {
    mutex.withLock { counts in
      if lane == .fast { counts.fast += count } else { counts.libyaml += count }
    }
  }
}

extension YAMLLaneShare: CustomStringConvertible {
  package var description: String {
    let counts = counts
    let all = counts.fast + counts.libyaml
    guard all > 0 else { return "YAML: no bytes were read" }
    // Rounded down, so that 100 % means every byte.
    let tenths = counts.fast * 1000 / all
    return "YAML: \(tenths / 10).\(tenths % 10) % of \(all) bytes were read in the fast lane"
  }
}
