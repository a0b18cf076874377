/// Returns the values of an enumeration without associated values that is stored in at most one byte, in the order of its
/// cases; nil for other types.
///
/// Precondition: the type conforms to `CodingKey` or `RawRepresentable`.
package func valuesInOneByte<T>(of type: T.Type) -> [T]? {
  // An enumeration of raw values has a case, unlike one of keys.
  let isSingle = MemoryLayout<T>.size == 0 && T.self is any RawRepresentable.Type
  // A type whose bytes are all values needs a second byte for nil.
  guard isSingle || MemoryLayout<T>.size == 1, MemoryLayout<T?>.size == 1, _isPOD(T.self) else {
    return nil
  }
  let nothing: T? = nil
  // SAFETY: an optional of one byte is one byte, and that of nil is the first that is not a value.
  let count = isSingle ? 1 : unsafe withUnsafeBytes(of: nothing) { unsafe $0[0] }
  return (0..<count).map { byte in
    // SAFETY: all bytes before that of nil are values, which consist of nothing else.
    unsafe withUnsafeBytes(of: byte) { unsafe $0.load(as: T.self) }
  }
}
