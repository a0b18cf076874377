/// The keys of numbered instances and of references to them.
enum SharedKey {
  static let number = "$shared"
  static let value = "$value"
  static let again = "$again"
}
