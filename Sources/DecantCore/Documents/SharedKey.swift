/// The keys with which archives, and documents with shared instances, represent identity and classes.
package enum SharedKey {
  package static let id = "$id"
  package static let reference = "$ref"
  package static let className = "$class"
  package static let value = "$value"

  // Of version 1.
  package static let number = "$shared"
  package static let again = "$again"

  /// Whether data with the key is escaped in an archive that has instances.
  package static func isReserved(_ key: String) -> Bool {
    key == id || key == reference || key == className
  }
}
