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

/// An object as one of a class that it is known to be of.
///
/// A cast would have to find the class first, which is generic.
///
/// - Precondition: the object is of the class, which the caller has made sure of when it was made.
@inline(__always)
func certain<T: AnyObject>(_ object: AnyObject, as type: T.Type) -> T {
  // SAFETY: the precondition; without optimisation it is checked.
  unsafe unsafeDowncast(object, to: type)
}
