/// The server's response to the creation of a todo: its number.
struct CreateTodoResult: Decodable, Hashable {
  var serverId: Int

  enum CodingKeys: String, CodingKey {
    case serverId = "id"
  }
}

/// A call that created a todo: the request and the response.
///
///     {"request": {"userId": 1, "title": "…", "completed": false}, "response": {"id": 201}}
struct CreateTodoCall: Decodable, Hashable {
  var request: Todo
  var response: CreateTodoResult

  enum CodingKeys: String, CodingKey {
    case request, response
  }

  /// Throws for an invalid call; from the coding path, the filter determines the line and column.
  var todo: Todo {
    get throws {
      guard request.serverId == nil else {
        throw DecodingError.dataCorrupted(
          DecodingError.Context(
            codingPath: [CodingKeys.request, Todo.CodingKeys.serverId],
            debugDescription: "what is to be created has no number yet"))
      }
      var todo = request
      todo.serverId = response.serverId
      return todo
    }
  }
}
