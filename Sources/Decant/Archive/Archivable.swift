/// A type whose values can be archived, and restored by every later version of the type.
///
///     struct Landmark: Archivable {
///       static let archiveName = "Landmark"
///       static let schemaVersion = 2
///       var name: String
///       var height: Double?
///
///       static func migrate(_ document: inout Value, from version: Int) throws {
///         // Version 1 called it a title.
///         document["name"] = document["title"]
///       }
///     }
///
/// The name is in the archives, and never the one that Swift has for the type: that may change.
public protocol Archivable: Codable {
  /// What archives call the type.
  static var archiveName: String { get }

  /// What older archives may call it.
  static var formerArchiveNames: [String] { get }

  /// The version of the type's documents, from 1 on, which every change that older code could not read
  /// or older documents do not fit makes greater.
  static var schemaVersion: Int { get }

  /// Converts a document of `version` into one of the next version.
  ///
  /// It is called once for each version between the archive's and the type's, in their order.
  static func migrate(_ document: inout Value, from version: Int) throws
}

extension Archivable {
  /// None: the type has had one name.
  public static var formerArchiveNames: [String] { [] }

  /// One: the type has not changed.
  public static var schemaVersion: Int { 1 }

  /// Throws: there is no such step.
  public static func migrate(_ document: inout Value, from version: Int) throws {
    throw DecantError(.archive(.noMigrationStep(type: archiveName, from: version)))
  }
}
