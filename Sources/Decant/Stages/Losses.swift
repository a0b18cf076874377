internal import Synchronization

/// The values that lost their type, or more, on the way: how many of each kind, and where the first was.
public final class Losses: Sendable {
  /// All values of one kind that lost something.
  public struct Entry: Sendable, Hashable {
    /// What the values are.
    public let kind: DecantError.ValueClass
    /// How many there are.
    public internal(set) var count: Int
    /// The name of the input of the first one, if it has a name.
    public internal(set) var source: String?
    /// The path to the first one in its document.
    public let path: DocumentPath

    /// Whether the values changed or vanished, and did not only lose their type.
    public var isLossOfValue: Bool { kind.loss(isKey: false) != .ofType }
  }

  private struct State {
    var entries: [Entry] = []
    var source: String?
    var inputs = 0
  }

  private let state = Mutex(State())

  /// Creates an empty count.
  public init() {}

  /// The kinds of values that lost something so far, in no particular order.
  public var entries: [Entry] {
    state.withLock { $0.entries }
  }

  /// How many inputs there were.
  public var inputCount: Int {
    state.withLock { $0.inputs }
  }

  /// Counts one value; `path` is evaluated for the first of its kind only.
  public func count(_ kind: DecantError.ValueClass, at path: @autoclosure () -> DocumentPath) {
    state.withLock { state in
      if let index = state.entries.firstIndex(where: { $0.kind == kind }) {
        state.entries[index].count += 1
      } else {
        state.entries.append(Entry(kind: kind, count: 1, source: state.source, path: path()))
      }
    }
  }

  /// Counts further values of a kind that has an entry.
  func count(_ kind: DecantError.ValueClass, times count: Int) {
    state.withLock { state in
      if let index = state.entries.firstIndex(where: { $0.kind == kind }) {
        state.entries[index].count += count
      }
    }
  }

  /// Adds the losses of another input, or of a part of the current one.
  package func add(_ entries: [Entry], isWholeInput: Bool = true) {
    state.withLock { state in
      if isWholeInput { state.inputs += 1 }
      for entry in entries {
        if let index = state.entries.firstIndex(where: { $0.kind == entry.kind }) {
          state.entries[index].count += entry.count
        } else {
          state.entries.append(entry)
        }
      }
    }
  }

  /// Names the input that the next values come from.
  func begin(source: String?) {
    state.withLock { state in
      state.source = source
      state.inputs += 1
    }
  }
}
