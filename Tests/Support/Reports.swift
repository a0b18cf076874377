public import Decant
private import Synchronization

/// What a conversion tells of the records that it leaves out.
public final class Reports: Sendable {
  private let records = Mutex<[BadRecord]>([])

  public init() {}

  /// The errors of the records so far.
  public var all: [DecantError] { badRecords.map(\.error) }

  /// The records so far.
  public var badRecords: [BadRecord] { records.withLock { $0 } }

  /// What a bad record is to do: be left out, and told here.
  public var skipping: BadRecords {
    .skip { [self] record in records.withLock { $0.append(record) } }
  }
}
