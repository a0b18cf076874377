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

/// A class as one of those that a class it descends from has.
///
/// A cast would have to find that class first, which is generic.
///
/// - Precondition: it does descend from there, which the caller has made sure of when it kept it.
@inline(__always)
func certain<T: AnyObject>(_ type: AnyClass, as base: T.Type) -> T.Type {
  assert(type is T.Type)
  // SAFETY: the precondition; the types of classes are all pointers to what describes the class.
  return unsafe unsafeBitCast(type, to: T.Type.self)
}
