/// Casts `value` to `U`, which the caller has found to be the same type as `T`.
///
/// A dynamic cast asks the runtime whether the types are the same, and takes many times as long; and an
/// optional of a type that is not known would have to be looked up there.
///
/// - Precondition: `T.self == U.self`.
@inline(__always)
func identical<T, U>(_ value: T, to type: U.Type) -> U {
  precondition(T.self == type)
  // SAFETY: both are the same type.
  return unsafe unsafeBitCast(value, to: type)
}

/// Casts a class to a subclass of `T` without a check at run time.
///
/// A cast would have to find that class first, which is generic.
///
/// - Precondition: `type` is `T` or a subclass of it.
@inline(__always)
func certain<T: AnyObject>(_ type: AnyClass, as base: T.Type) -> T.Type {
  assert(type is T.Type)
  // SAFETY: the precondition; the types of classes are all pointers to what describes the class.
  return unsafe unsafeBitCast(type, to: T.Type.self)
}

/// Casts an object to `T` without a check at run time.
///
/// A cast would have to find the class first, which is generic.
///
/// - Precondition: `object` is an instance of `T`.
@inline(__always)
func certain<T: AnyObject>(_ object: AnyObject, as type: T.Type) -> T {
  // SAFETY: the precondition; without optimisation it is checked.
  unsafe unsafeDowncast(object, to: type)
}

/// An object that is kept elsewhere, and not counted here.
@safe
struct Uncounted<Object: AnyObject>: BitwiseCopyable {
  private let reference: Unmanaged<Object>

  /// - Precondition: the object is kept for longer than this.
  init(_ object: Object) {
    unsafe reference = .passUnretained(object)
  }

  @inline(__always)
  func with<R>(_ body: (Object) throws -> R) rethrows -> R {
    // SAFETY: the precondition of `init`.
    try unsafe reference._withUnsafeGuaranteedRef(body)
  }
}

// MARK: - Values of one object

/// Whether a value is a struct of one object and nothing else, by what reflection says of it.
func consistsOfOneObject<T>(_ value: T) -> Bool {
  let parts = Mirror(reflecting: value).children
  guard MemoryLayout<T>.size == MemoryLayout<AnyObject>.size, parts.count == 1,
    let part = parts.first?.value, type(of: part) is AnyClass
  else { return false }
  return soleObject(of: value) === (part as AnyObject)
}

/// The object that a value consists of.
///
/// - Precondition: values of its type consist of one object.
@inline(__always)
func soleObject<T>(of value: T) -> AnyObject {
  // SAFETY: the precondition.
  unsafe unsafeBitCast(value, to: AnyObject.self)
}

/// The value that consists of an object.
///
/// - Precondition: values of the type consist of one object, as this one has been found to be of.
@inline(__always)
func whole<T>(of object: Uncounted<AnyObject>, as type: T.Type) -> T {
  // SAFETY: the precondition; the object is counted once more, for the value.
  unsafe unsafeBitCast(object, to: type)
}
