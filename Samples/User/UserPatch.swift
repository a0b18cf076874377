/// The changes to a user, as the body of a PATCH request.
///
///     {"email": "ada@example.org"}
///
/// It is never decoded; `encode(to:)` decides which keys to encode.
struct UserPatch: Encodable, Hashable {
  private let before: User
  private let after: User

  init(from before: User, to after: User) {
    self.before = before
    self.after = after
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: User.CodingKeys.self)
    try container.encode(after.name, unless: before.name, forKey: .name)
    try container.encode(after.username, unless: before.username, forKey: .username)
    try container.encode(after.email, unless: before.email, forKey: .email)
    try container.encode(after.address, unless: before.address, forKey: .address)
    try container.encode(after.phone, unless: before.phone, forKey: .phone)
    try container.encode(after.website, unless: before.website, forKey: .website)
    try container.encode(after.company, unless: before.company, forKey: .company)
  }
}

struct UserChange: Decodable, Hashable {
  var before: User
  var after: User

  enum CodingKeys: String, CodingKey {
    case before, after
  }

  /// Throws if the states are not of the same user.
  var patch: UserPatch {
    get throws {
      guard after.id == before.id else {
        throw DecodingError.dataCorrupted(
          DecodingError.Context(
            codingPath: [CodingKeys.after, User.CodingKeys.id],
            debugDescription: "user \(after.id) is not user \(before.id)"))
      }
      return UserPatch(from: before, to: after)
    }
  }
}

extension KeyedEncodingContainer {
  fileprivate mutating func encode<T: Encodable & Equatable>(
    _ value: T, unless old: T, forKey key: Key
  ) throws {
    if value != old { try encode(value, forKey: key) }
  }
}
