/// What the keys of numbered instances and references to them are called.
enum SharedKey {
  static let number = "$shared"
  static let value = "$value"
  static let again = "$again"
}
