/// A task.
///
///     {"userId": 1, "id": 1, "title": "Water the plants", "completed": false}
///
/// Two properties have clearer names than their keys. `CodingKeys` maps them to the keys, in all
/// formats; the compiler synthesizes the rest.
struct Todo: Codable, Hashable {
  var userId: Int

  /// The server's number for it; nil until the server has stored it.
  ///
  /// An optional property can be absent from the file, and is omitted if nil.
  var serverId: Int?

  var displayTitle: String

  var completed: Bool

  enum CodingKeys: String, CodingKey {
    case userId
    case serverId = "id"
    case displayTitle = "title"
    case completed
  }
}
