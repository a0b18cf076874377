/// A value as one of a type that its own has turned out to be.
///
/// A dynamic cast asks the runtime whether the types are the same, and takes many times as long; and an
/// optional of a type that is not known would have to be looked up there.
///
/// - Precondition: both types are the same, which the caller has asked, so that nothing is asked here.
@inline(__always)
func identical<T, U>(_ value: T, to type: U.Type) -> U {
  precondition(T.self == type)
  // SAFETY: both are the same type.
  return unsafe unsafeBitCast(value, to: type)
}
