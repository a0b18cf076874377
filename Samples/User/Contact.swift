/// The contact data of a user; keys without a property are ignored.
struct Contact: Codable, Hashable {
  var id: Int
  var name: String
  var email: String
}
