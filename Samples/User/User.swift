/// A user of a service.
///
/// The coding of nested types is synthesized.
struct User: Codable, Hashable {
  var id: Int
  var name: String
  var username: String
  var email: String
  var address: Address
  var phone: String
  var website: String
  var company: Company

  struct Address: Codable, Hashable {
    var street: String
    var suite: String
    var city: String
    var zipcode: String
    var geo: Geo
  }

  struct Geo: Codable, Hashable {
    var lat: Double
    var lng: Double
  }

  struct Company: Codable, Hashable {
    var name: String
    var catchPhrase: String
    var bs: String
  }

  // Explicit because `UserPatch` and `FlatUser` use them too.
  enum CodingKeys: String, CodingKey {
    case id, name, username, email, address, phone, website, company
  }
}
