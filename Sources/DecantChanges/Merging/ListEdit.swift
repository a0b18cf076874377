internal import DecantCore

/// What one side did to a list.
struct ListEdit {
  let pairs: ElementPairs
  let order: ElementPairs.Order
  /// Where its new elements are.
  let gaps: [Int: ElementPairs.Gap]
  /// Its new elements.
  let added: [Int]
  /// The places in the base of what is gone.
  let removed: [Int]

  init(_ pairs: ElementPairs) {
    self.pairs = pairs
    order = pairs.order
    gaps = pairs.gaps
    added = pairs.newAlone
    removed = pairs.oldAlone
  }
}
