public import Decant

extension Losses {
  /// How many values of each kind lost something.
  public var counts: [DecantError.ValueClass: Int] {
    Dictionary(entries.map { ($0.kind, $0.count) }, uniquingKeysWith: +)
  }
}
