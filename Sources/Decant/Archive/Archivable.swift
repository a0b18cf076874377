public import DecantCore

/// A type whose archives can be read by all its later versions.
///
///     struct Landmark: Archivable {
///       static let archiveName = "Landmark"
///       static let schemaVersion = 2
///       var name: String
///       var height: Double?
///
///       static func migrate(_ document: inout Value, from version: Int) throws {
///         document["name"] = document["title"]
///       }
///     }
///
/// Instead of steps that change documents, a type may keep its earlier version as a type, and make itself of that:
///
///     struct Landmark: Archivable {
///       static let archiveName = "Landmark"
///       static let schemaVersion = 2
///       var name: String
///
///       init(migrating old: LandmarkV1) {     // whose `schemaVersion` is 1
///         name = old.title
///       }
///     }
///
/// Archives contain `archiveName` instead of the type's Swift name, which may change.
public protocol Archivable: Codable {
  /// The type of the documents of earlier versions, up to its own `schemaVersion`; `Never`, the default, if there is none.
  associatedtype Previous: Archivable = Never

  /// The name of the type in archives.
  static var archiveName: String { get }

  /// Earlier names of the type, which older archives may contain.
  static var formerArchiveNames: [String] { get }

  /// The version of the type's documents, starting at 1.
  ///
  /// Increment it with each change that older code cannot read or older documents do not match.
  static var schemaVersion: Int { get }

  /// The format of archives in files whose extension is not one of a format, such as an app's own.
  static var archiveFormat: Format? { get }

  /// Creates a value of the one that an earlier version has archived, or that was created of a still earlier one.
  ///
  /// ``MigratedInstances`` keep the identity of instances.
  init(migrating previous: Previous) throws

  /// Converts a document of `version` to the next version; called once per version, in order.
  ///
  /// In the document, each reference to an instance of a `SharedInstance` class has the keys of the instance, so a step
  /// need not know what is shared. Changes through several references are joined, and are an error if they contradict
  /// each other. `Value.forEachInstance(of:_:)` changes each instance once. Not called for versions up to that of `Previous`.
  static func migrate(_ document: inout Value, from version: Int) throws

  /// The types whose values have their class in an archive, by its name.
  ///
  ///     static let archiveClasses: KeyedArchive.Classes = ["Circle": Circle.self, "Group": Group.self]
  ///
  /// A subclass that is not in the table cannot be archived in place of its base class, and an object of a class that is not in
  /// the table cannot be restored. `Decoder.archivedClassName` tells structures and enumerations of the table apart as well.
  static var archiveClasses: KeyedArchive.Classes { get }
}

extension Archivable {
  /// The default: no earlier names.
  public static var formerArchiveNames: [String] { [] }

  /// The default: version 1.
  public static var schemaVersion: Int { 1 }

  /// The default: none, so an unknown extension is an error.
  public static var archiveFormat: Format? { nil }

  /// The default: no classes.
  public static var archiveClasses: KeyedArchive.Classes { [:] }

  /// Throws an error: the default has no migration step.
  public static func migrate(_ document: inout Value, from version: Int) throws {
    throw DecantError(.archive(.noMigrationStep(type: archiveName, from: version)))
  }
}

extension Archivable where Previous == Never {
  /// Never called.
  public init(migrating previous: Never) {
    switch previous {}
  }
}

/// The end of each chain of earlier versions.
extension Never: Archivable {
  /// Not in any archive.
  public static var archiveName: String { "" }
}

extension Archivable {
  static var hasPrevious: Bool { Previous.self != Never.self }

  /// The names in archives that the type can read.
  static var archiveNames: [String] {
    [archiveName] + formerArchiveNames + (hasPrevious ? Previous.archiveNames : [])
  }

  static func checkDeclaration() {
    precondition(!archiveName.isEmpty && schemaVersion > 0, "a type without name or version")
    precondition(
      !hasPrevious || Previous.schemaVersion < schemaVersion,
      "the previous version is not older than the type")
  }
}

extension KeyedArchive.Classes {
  static func declared(by type: any Archivable.Type) -> Self {
    var classes = type.archiveClasses
    classes.owner = "\(type)"
    return classes
  }
}
