internal import DecantCore

/// A class whose instances keep their identity: each is encoded and decoded once per document.
///
///     final class Person: SharedInstance {
///       var name = ""
///       @Shared var friend: Person?
///       @BackReference var parent: Person?
///     }
///
/// An instance with several references is numbered at the first, beside its own keys, and the others
/// refer to that number:
///
///     - $id: 1
///       name: Ann
///     - $ref: 1
///
/// An instance with one reference is encoded like any value; in an archive it has a number too, so
/// that all instances look alike. One that is not a mapping is `{$id: 1, $value: …}`. Everywhere else
/// `$id` and `$ref` are data.
///
/// A reference to an instance that is still being decoded must be a `Shared` or `BackReference`
/// property; a plain property cannot be assigned yet, and is an error. Keys may be sorted, because
/// references may precede their instances.
///
/// An instance is created as the type first requested for it; no class is looked up by name. Other
/// libraries' encoders repeat instances, and reject `Shared` and `BackReference`.
public protocol SharedInstance: AnyObject, Codable {}
