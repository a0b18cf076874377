/// A user without inner structure: the city is beside the name.
///
/// It is read from users as they are, whose address is an object, and written flat:
///
///     {"name": "Ada", "address": {"city": "Ulm", "zipcode": "89073"}, …}
///     {"name": "Ada", "city": "Ulm", "zipcode": "89073"}
struct FlatUser: Hashable {
  var name: String
  var city: String
  var zipcode: String
}

/// How it is written: as the properties are, which is for the compiler to say.
extension FlatUser: Encodable {}

/// How it is read: a nested container looks into the address without a type for it.
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
