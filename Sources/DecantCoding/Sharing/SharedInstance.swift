internal import DecantCore

/// A class whose instances keep their identity: each is encoded and decoded once per document.
///
///     final class Person: SharedInstance {
///       var name = ""
///       @Shared var friend: Person?
///       @BackReference var parent: Person?
///     }
///
/// An instance with one reference is encoded like any value. With several, it is numbered at the
/// first, and the others refer to that number:
///
///     - $shared: 1
///       $value: {name: Ann}
///     - $shared: 1
///       $again: true
///
/// A reference to an instance that is still being decoded must be a `Shared` or `BackReference`
/// property; a plain property cannot be assigned yet, and is an error. Keys may be sorted, because
/// references may precede their instances.
///
/// An instance is created as the type first requested for it; no class is looked up by name. Other
/// libraries' encoders repeat instances, and reject `Shared` and `BackReference`.
public protocol SharedInstance: AnyObject, Codable {}
