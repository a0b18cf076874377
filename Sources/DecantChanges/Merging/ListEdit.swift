internal import DecantCore

/// What one side did to a list.
struct ListEdit {
  let pairs: ElementPairs
  let order: ElementPairs.Order
  /// Where its new elements are.
  let neighbors: [Int: ElementPairs.Neighbors]
  /// Its new elements.
  let added: [Int]
  /// The indices in the base of what is gone.
  let removed: [Int]

  init(_ pairs: ElementPairs) {
    self.pairs = pairs
    order = pairs.order
    neighbors = pairs.neighbors
    added = pairs.newAlone
    removed = pairs.oldAlone
  }
}
