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
/// Archives contain `archiveName` instead of the type's Swift name, which may change.
public protocol Archivable: Codable {
  /// The name of the type in archives.
  static var archiveName: String { get }

  /// Earlier names of the type, which older archives may contain.
  static var formerArchiveNames: [String] { get }

  /// The version of the type's documents, starting at 1.
  ///
  /// Increment it with each change that older code cannot read or older documents do not match.
  static var schemaVersion: Int { get }

  /// Converts a document of `version` to the next version; called once per version, in order.
  ///
  /// In the document, each reference to an instance of a ``SharedInstance`` class has the keys of the instance, so a step
  /// need not know what is shared. Changes through several references are joined, and are an error if they contradict
  /// each other. ``Value/forEachInstance(of:_:)`` changes each instance once.
  static func migrate(_ document: inout Value, from version: Int) throws
}

extension Archivable {
  /// The default: no earlier names.
  public static var formerArchiveNames: [String] { [] }

  /// The default: version 1.
  public static var schemaVersion: Int { 1 }

  /// Throws an error: the default has no migration step.
  public static func migrate(_ document: inout Value, from version: Int) throws {
    throw DecantError(.archive(.noMigrationStep(type: archiveName, from: version)))
  }
}
