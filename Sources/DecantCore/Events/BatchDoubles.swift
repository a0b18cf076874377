/// The doubles nearest to the reals of a batch, in order, or NaN.
///
/// A stage that has to find some of them leaves them to the writer, which then need not parse those again.
@usableFromInline package struct BatchDoubles: ~Copyable {
  @usableFromInline var values = Buffer<Double>()
  @usableFromInline var eventCount = -1

  package subscript(index: Int) -> Double { values[index] }

  @inlinable @inline(__always)
  package mutating func append(_ value: Double) {
    values.append(value)
  }

  /// Records that the values are those of all reals among the first `count` events.
  package mutating func complete(_ count: Int) {
    eventCount = count
  }

  /// Whether the values are those of all reals of a batch with `count` events.
  @inlinable package func areComplete(_ count: Int) -> Bool { count == eventCount }

  package mutating func removeAll() {
    values.removeAll()
    eventCount = -1
  }
}
