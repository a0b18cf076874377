/// A manual page that is written by hand, with its lists of options as the table has them.
///
/// A list stands between two comments: `.\" Options: filled in …` and `.\" End of options.`
struct FilledPage {
  /// The whole page.
  let text: String

  /// Fills in the lists of a page of a verb.
  init(_ page: String, of verb: Verb) {
    var lines: [Substring] = []
    var isInList = false
    for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix(".\\\" End of ") { isInList = false }
      if !isInList { lines.append(line) }
      for list in List.allCases where line.hasPrefix(".\\\" \(list.rawValue): ") {
        lines += list.text(for: verb).split(separator: "\n")
        isInList = true
      }
    }
    text = lines.joined(separator: "\n")
  }

  private enum List: String, CaseIterable {
    case options = "Options"
    case fields = "Fields"
    case fieldsOfCheck = "Fields of check"

    func text(for verb: Verb) -> String {
      var roff = Roff()
      switch self {
      case .options:
        roff.list {
          for flag in verb.flags { $0.option(flag) }
        }
      case .fields:
        roff.fields(RequestOptions.names)
      case .fieldsOfCheck:
        roff.fields(RequestOptions.namesOfCheck)
      }
      return roff.text
    }
  }
}

extension Roff {
  /// The names of fields, with commas between them.
  fileprivate mutating func fields(_ names: [String]) {
    for name in names.dropLast() { request("Li \(name) ,") }
    if let last = names.last { request("Li \(last) .") }
  }
}
