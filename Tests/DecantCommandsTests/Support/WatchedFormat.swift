import Decant
import Synchronization

extension Format {
  /// Returns JSON under another name, whose readers call `report` at the beginning and the end.
  static func watched(
    _ name: String = "watched", _ report: @escaping @Sendable (WatchedReader.Event) -> Void
  ) -> Format {
    let readers = WatchedReader.Count()
    return Format(
      name: name, extensions: [name], summary: "watched JSON", abilities: Format.json.abilities,
      reader: { WatchedReader(options: $0, readers, report) })
  }
}

final class WatchedReader: EventReader {
  /// An event of a reader, with the reader's number, from 1.
  enum Event: Equatable {
    case began(Int)
    case ended(Int)
  }

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
