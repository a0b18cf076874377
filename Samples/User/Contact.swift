/// As much of a user as it takes to write to them.
///
/// A type need not know all that is in a file: it is decoded from the keys that it asks for.
struct Contact: Codable, Hashable {
  var id: Int
  var name: String
  var email: String
}
