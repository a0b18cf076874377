/// The doubles nearest to the reals of a batch, in order, or NaN.
///
/// A stage that has to find some of them leaves them to the writer, which then need not parse those again.
struct BatchDoubles: ~Copyable {
  private var values = Buffer<Double>()
  private var eventCount = -1

  subscript(index: Int) -> Double { values[index] }

  @inline(__always)
  mutating func append(_ value: Double) {
    values.append(value)
  }

  /// Records that the values are those of all reals among the first `count` events.
  mutating func complete(_ count: Int) {
    eventCount = count
  }

  /// Whether the values are those of all reals of a batch with `count` events.
  func areComplete(_ count: Int) -> Bool { count == eventCount }

  mutating func removeAll() {
    values.removeAll()
    eventCount = -1
  }
}
