/// Somebody who uses a service, with all that it knows of them.
///
/// An object in an object is a type in a type; each is coded by itself, and the compiler writes how.
struct User: Codable, Hashable {
  var id: Int
  var name: String
  var username: String
  var email: String
  var address: Address
  var phone: String
  var website: String
  var company: Company

  /// Where somebody lives.
  struct Address: Codable, Hashable {
    var street: String
    var suite: String
    var city: String
    var zipcode: String
    var geo: Geo
  }

  /// A place on Earth, in degrees.
  struct Geo: Codable, Hashable {
    var lat: Double
    var lng: Double
  }

  /// What somebody works for.
  struct Company: Codable, Hashable {
    var name: String
    var catchPhrase: String
    var bs: String
  }

  // Written out, because `UserPatch` and `FlatUser` use the keys too.
  enum CodingKeys: String, CodingKey {
    case id, name, username, email, address, phone, website, company
  }
}
