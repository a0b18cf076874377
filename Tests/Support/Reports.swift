public import Decant
private import Synchronization

/// What a conversion tells of the records that it leaves out.
public final class Reports: Sendable {
  private let errors = Mutex<[DecantError]>([])

  public init() {}

  /// All that was told so far.
  public var all: [DecantError] { errors.withLock { $0 } }

  /// What a bad record is to do: be left out, and told here.
  public var skipping: BadRecords {
    .skip { [self] error in errors.withLock { $0.append(error) } }
  }
}
