import DecantCLI

/// A filter that converts todos between all formats, and rejects other documents.
///
///     todo [OPTION...] [FILE...]              lists of todos
///     todo created [OPTION...] [FILE...]      calls that created a todo, which is written
///     todo coders SOURCE TARGET [FILE]        a list, by Foundation's coders
///
/// The first two have the options, formats, diagnostics and statuses of decant.
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

struct TodoFilter: CodableFilter {
  typealias Document = [Todo]
}

struct CreatedTodoFilter: CodableFilter {
  static func filter(_ call: CreateTodoCall) throws -> Todo { try call.todo }
}
