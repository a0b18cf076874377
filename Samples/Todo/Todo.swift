/// Something that is to be done.
///
/// In a file it is
///
///     {"userId": 1, "id": 1, "title": "Water the plants", "completed": false}
///
/// Two of the keys say little in a program, so the properties have names of their own. `CodingKeys` says what they
/// are called in the file, whatever its format; the rest is for the compiler to write.
struct Todo: Codable, Hashable {
  /// Who is to do it.
  var userId: Int

  /// The number that the server knows it by; nil while it does not know it.
  ///
  /// What is optional may be missing in a file, and is left out of one where it is nil.
  var serverId: Int?

  /// What there is to do, as it is shown.
  var displayTitle: String

  /// Whether it is done.
  var completed: Bool

  enum CodingKeys: String, CodingKey {
    case userId
    case serverId = "id"
    case displayTitle = "title"
    case completed
  }
}
