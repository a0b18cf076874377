import Decant
import Synchronization

extension Format {
  /// JSON under another name, whose readers call `report` when they begin and when they have reached the end.
  static func watched(
    _ name: String = "watched", _ report: @escaping @Sendable (WatchedReader.Event) -> Void
  ) -> Format {
    let readers = WatchedReader.Count()
    return Format(
      name: name, extensions: [name], summary: "watched JSON", abilities: Format.json.abilities,
      reader: { WatchedReader(options: $0, readers, report) })
  }
}

/// A reader of JSON that reports what it does.
final class WatchedReader: EventReader {
  /// What a reader does; the number is its own among those that have begun, from 1.
  enum Event: Equatable {
    case began(Int)
    case ended(Int)
  }

  /// How many readers have begun.
  final class Count: Sendable {
    fileprivate let value = Atomic(0)
  }

  private let options: ReadingOptions
  private var base: (any EventReader & ~Copyable)?
  private let readers: Count
  private let report: @Sendable (Event) -> Void
  private var number = 0

  init(
    options: ReadingOptions, _ readers: Count, _ report: @escaping @Sendable (Event) -> Void
  ) {
    self.options = options
    self.readers = readers
    self.report = report
  }

  func read(
    from window: inout Window, into batch: inout EventBatch
  ) throws(DecantError) -> Bool {
    if base == nil {
      base = try Format.json.reader(options)
      number = readers.value.wrappingAdd(1, ordering: .relaxed).newValue
      report(.began(number))
    }
    let hasMore = try base?.read(from: &window, into: &batch) ?? false
    if !hasMore { report(.ended(number)) }
    return hasMore
  }
}
