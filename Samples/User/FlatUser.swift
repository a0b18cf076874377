/// A user without nested objects: the city is beside the name.
///
/// It is decoded from users with a nested address, and encoded flat:
///
///     {"name": "Ada", "address": {"city": "Ulm", "zipcode": "89073"}, …}
///     {"name": "Ada", "city": "Ulm", "zipcode": "89073"}
struct FlatUser: Hashable {
  var name: String
  var city: String
  var zipcode: String
}

/// The compiler synthesizes the flat encoding.
extension FlatUser: Encodable {}

/// A nested container decodes from the address without a type for it.
extension FlatUser: Decodable {
  private enum AddressKeys: String, CodingKey {
    case city, zipcode
  }

  init(from decoder: any Decoder) throws {
    let user = try decoder.container(keyedBy: User.CodingKeys.self)
    let address = try user.nestedContainer(keyedBy: AddressKeys.self, forKey: .address)
    name = try user.decode(String.self, forKey: .name)
    city = try address.decode(String.self, forKey: .city)
    zipcode = try address.decode(String.self, forKey: .zipcode)
  }
}
