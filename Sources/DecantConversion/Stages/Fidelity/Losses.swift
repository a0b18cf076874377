public import DecantCore
internal import Synchronization

/// A counter of the values that a conversion degraded or dropped, with the first of each class.
public final class Losses: Sendable {
  /// The losses of one class of values.
  public struct Entry: Sendable, Hashable {
    /// The class of the values.
    public let kind: DecantError.ValueClass
    /// The number of values.
    public internal(set) var count: Int
    /// The name of the input of the first value, if it has one.
    public internal(set) var source: String?
    /// The path of the first value in its document.
    public let path: DocumentPath

    package init(
      kind: DecantError.ValueClass, count: Int, source: String?, path: DocumentPath
    ) {
      self.kind = kind
      self.count = count
      self.source = source
      self.path = path
    }

    /// Whether the values changed or vanished, instead of only losing their type.
    public var isLossOfValue: Bool { kind.loss(isKey: false) != .ofType }
  }

  private struct State {
    var entries: [Entry] = []
    var source: String?
    var inputs = 0

    mutating func add(
      _ kind: DecantError.ValueClass, _ count: Int, orAppend entry: @autoclosure () -> Entry?
    ) {
      if let index = entries.firstIndex(where: { $0.kind == kind }) {
        entries[index].count += count
      } else if let entry = entry() {
        entries.append(entry)
      }
    }
  }

  private let state = Mutex(State())

  /// Creates an empty counter.
  public init() {}

  /// The losses so far, unordered.
  public var entries: [Entry] {
    state.withLock { $0.entries }
  }

  /// The number of inputs.
  public var inputCount: Int {
    state.withLock { $0.inputs }
  }

  /// Counts a value; `path` is only evaluated for the first of its class.
  public func count(_ kind: DecantError.ValueClass, at path: @autoclosure () -> DocumentPath) {
    state.withLock { state in
      let source = state.source
      state.add(kind, 1, orAppend: Entry(kind: kind, count: 1, source: source, path: path()))
    }
  }

  /// Precondition: the class has an entry.
  func count(_ kind: DecantError.ValueClass, times count: Int) {
    state.withLock { $0.add(kind, count, orAppend: nil) }
  }

  package func add(_ entries: [Entry], isWholeInput: Bool = true) {
    state.withLock { state in
      if isWholeInput { state.inputs += 1 }
      for entry in entries { state.add(entry.kind, entry.count, orAppend: entry) }
    }
  }

  func begin(source: String?) {
    state.withLock { state in
      state.source = source
      state.inputs += 1
    }
  }
}
