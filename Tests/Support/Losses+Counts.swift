public import Decant

extension Losses {
  public var counts: [DecantError.ValueClass: Int] {
    Dictionary(entries.map { ($0.kind, $0.count) }, uniquingKeysWith: +)
  }
}
