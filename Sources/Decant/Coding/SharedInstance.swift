/// A class whose instances stay what they are: one instance that is reached in several ways is stored once, and
/// restored as one instance.
///
///     final class Person: SharedInstance {
///       var name = ""
///       @Shared var friend: Person?
///       @BackReference var parent: Person?
///     }
///
/// An instance that is met once in a document looks as any value does. One that is met again is numbered where it
/// comes first, and referred to afterwards:
///
///     - $shared: 1
///       $value: {name: Ann}
///     - $shared: 1
///       $again: true
///
/// A reference that leads back into an instance which is still being decoded is in a property marked `Shared` or
/// `BackReference`: a plain property would have to be given the instance before there is one, and is an error.
/// A document may have its references in any order, so that keys may be sorted.
///
/// What is decoded is the class that the place names which is decoded first, as everywhere with `Codable`; no
/// class is looked up by name. Encoders that are not decant's know nothing of this: they write an
/// instance again wherever they meet it, and refuse `Shared` and `BackReference`.
public protocol SharedInstance: AnyObject, Codable {}
