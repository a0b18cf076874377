public import Decant
private import Synchronization

/// The reports of skipped records.
public final class Reports: Sendable {
  private let records = Mutex<[BadRecord]>([])

  public init() {}

  public var all: [DecantError] { badRecords.map(\.error) }

  public var badRecords: [BadRecord] { records.withLock { $0 } }

  public var skipping: BadRecords {
    .skip { [self] record in records.withLock { $0.append(record) } }
  }
}
