extension Range<Int> {
  /// Returns the first number from which on all are wanted, in logarithmic time; the end if none is.
  @inlinable @inline(__always)
  package func binarySearch(_ isWanted: (Int) -> Bool) -> Int {
    var (low, high) = (lowerBound, upperBound)
    while low < high {
      let middle = low &+ (high &- low) / 2
      if isWanted(middle) { high = middle } else { low = middle &+ 1 }
    }
    return low
  }
}
