/// A task.
///
///     {"userId": 1, "id": 1, "title": "Water the plants", "completed": false}
///
/// `CodingKeys` maps properties to the keys of all formats; the compiler synthesizes the rest.
struct Todo: Codable, Hashable {
  var userId: Int

  /// The server's number, absent from the file until the server has stored the todo.
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
