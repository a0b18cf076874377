/// Casts `value` to `U`, which must be the same type as `T`.
///
/// `as` looks up both types at run time, which takes many times as long.
@inlinable @inline(__always)
package func sameTypeCast<T, U>(_ value: T, to type: U.Type) -> U {
  precondition(T.self == type)
  // SAFETY: both are the same type.
  return unsafe unsafeBitCast(value, to: type)
}
