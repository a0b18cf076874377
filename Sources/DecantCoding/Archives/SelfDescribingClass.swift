/// A base class whose subclasses encode what tells them apart, such as a key `kind`, for the types that decode them.
///
/// In an archive any other subclass where its base class is declared must be in the table `archiveClasses` of the archived type:
/// decoded from `[Block]`, each element would be a `Block`.
public protocol SelfDescribingClass: AnyObject, Codable {}
