import Decant
import DecantCore
import Synchronization

extension Format {
  /// Returns a format under another name, whose readers call `report` at the beginning and the end.
  static func watched(
    _ name: String = "watched", of base: Format = .json, isWritten: Bool = false,
    _ report: @escaping @Sendable (WatchedReader.Event) -> Void
  ) -> Format {
    let readers = WatchedReader.Count()
    return Format(
      name: name, extensions: [name], summary: "watched \(base.name)", abilities: base.abilities,
      reader: { WatchedReader(of: base, options: $0, readers, report) },
      writer: isWritten ? base.makeWriter : nil)
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

  private let format: Format
  private let options: ReadingOptions
  private var base: (any EventReader & ~Copyable)?
  private let readers: Count
  private let report: @Sendable (Event) -> Void
  private var number = 0

  init(
    of format: Format, options: ReadingOptions, _ readers: Count,
    _ report: @escaping @Sendable (Event) -> Void
  ) {
    self.format = format
    self.options = options
    self.readers = readers
    self.report = report
  }

  func read(
    from window: inout Window, into batch: inout EventBatch
  ) throws(DecantError) -> Bool {
    if base == nil {
      base = try format.reader(options)
      number = readers.value.wrappingAdd(1, ordering: .relaxed).newValue
      report(.began(number))
    }
    let hasMore = try base?.read(from: &window, into: &batch) ?? false
    if !hasMore { report(.ended(number)) }
    return hasMore
  }
}
