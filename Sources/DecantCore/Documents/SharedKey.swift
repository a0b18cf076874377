/// The keys of numbered instances and of references to them.
package enum SharedKey {
  package static let number = "$shared"
  package static let value = "$value"
  package static let again = "$again"
}
