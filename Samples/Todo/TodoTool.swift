import DecantCLI

/// Converts todos from any format to any other, and refuses what is none.
///
///     todo [OPTION...] [FILE...]              lists of todos
///     todo created [OPTION...] [FILE...]      calls that created one, of which the todos are written
///     todo coders SOURCE TARGET [FILE]        a list, read and written by coders of Foundation's
///
/// But for the last, formats, options, diagnostics and exit statuses are those of decant: `todo -t yaml todos.json`.
@main enum TodoTool {
  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    switch arguments.first {
    case "created": CreatedTodoFilter.main(arguments.dropFirst())
    case "coders": TodoCoders.main(arguments.dropFirst())
    default: TodoFilter.main(arguments)
    }
  }
}

/// The filter of lists: the type is all there is to say.
struct TodoFilter: CodableFilter {
  typealias Document = [Todo]
}

/// The filter whose output has another type than its input.
struct CreatedTodoFilter: CodableFilter {
  static func filter(_ call: CreateTodoCall) throws -> Todo { try call.todo }
}
