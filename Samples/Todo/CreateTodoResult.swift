/// What the server answers when it has created a todo: the number that it gave it.
///
/// The answer has another shape than a todo, so it is another type. It is never written, so that it need not be
/// `Encodable`. What else the answer says is passed over.
struct CreateTodoResult: Decodable, Hashable {
  var serverId: Int

  enum CodingKeys: String, CodingKey {
    case serverId = "id"
  }
}

/// A call that created a todo: what was sent, and what came back.
///
///     {"request": {"userId": 1, "title": "…", "completed": false}, "response": {"id": 201}}
struct CreateTodoCall: Decodable, Hashable {
  var request: Todo
  var response: CreateTodoResult

  enum CodingKeys: String, CodingKey {
    case request, response
  }

  /// The todo as the server knows it.
  ///
  /// A decoding error may be thrown after the decoder too: its coding path leads to the value that is wrong, and
  /// the filter reports the line and column of that.
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
