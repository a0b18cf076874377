/// What has changed in a user, and nothing else: the body of a PATCH.
///
///     {"email": "ada@example.org"}
///
/// It is only ever written. What goes into a file is for `encode(to:)` to say: here only some of the keys do.
struct UserPatch: Encodable, Hashable {
  private let before: User
  private let after: User

  /// Creates the patch that turns one state of a user into another.
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

/// A user before and after.
struct UserChange: Decodable, Hashable {
  var before: User
  var after: User

  enum CodingKeys: String, CodingKey {
    case before, after
  }

  /// What has changed, if both are states of one user.
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
  /// Encodes a value unless it is the old one.
  fileprivate mutating func encode<T: Encodable & Equatable>(
    _ value: T, unless old: T, forKey key: Key
  ) throws {
    if value != old { try encode(value, forKey: key) }
  }
}
