import DecantEditing
/// The lines of comments in a text, with the paths of the nodes to which they belong.
struct CommentOwners {
  private(set) var owners: [String: [[String]]] = [:]
  private var pending: [String] = []
  private var stack: [(indent: Int, token: String, isElement: Bool)] = []
  private var counts: [[String]: Int] = [:]

  private var path: [String] { stack.map(\.token) }

  init(_ text: String, in layout: EditedDocument.Layout, ofStream isStream: Bool) {
    guard layout.hasComments else { return }
    let lines = text.split(separator: "\n")
    if layout.isTOML { readTOML(lines) } else { readYAML(lines, isStream) }
    // A comment without a node.
    for line in pending { owners[line, default: []].append(["?"]) }
  }

  private mutating func give(_ path: [String]) {
    for line in pending { owners[line, default: []].append(path) }
    pending = []
  }

  private mutating func next(_ path: [String]) -> String {
    counts[path, default: -1] += 1
    return "\(counts[path] ?? 0)"
  }

  private func split(_ line: Substring) -> (Substring, comment: String?) {
    if line.hasPrefix("#") { return ("", line.dropFirst(2).description) }
    guard let place = line.firstRange(of: " # ") else { return (line, nil) }
    let rest = line[..<place.lowerBound]
    return (rest, String(line[place.upperBound...]))
  }

  private mutating func readYAML(_ lines: [Substring], _ isStream: Bool) {
    var block: Int?
    for line in lines {
      var indent = line.prefix { $0 == " " }.count
      if let start = block, indent > start { continue }
      block = nil
      if line == "---" {
        stack = [(-2, next([]), true)]
        continue
      }
      var (rest, comment) = split(line.dropFirst(indent))
      if rest.isEmpty {
        if let comment { pending.append(comment) }
        continue
      }
      let isElement = rest == "-" || rest.hasPrefix("- ")
      while let top = stack.last,
        top.indent > indent || top.indent == indent && (top.isElement || !isElement)
      {
        stack.removeLast()
      }
      var isFirst = true
      while rest == "-" || rest.hasPrefix("- ") {
        stack.append((indent, next(path), true))
        if isFirst { give(path) }
        isFirst = false
        let inner = rest.dropFirst().drop { $0 == " " }
        indent += rest.count - inner.count
        rest = inner
      }
      if let key = key(of: rest) {
        stack.append((indent, key.0, false))
        if isFirst { give(path) }
        rest = key.1
      }
      if let comment { owners[comment, default: []].append(path) }
      if rest.hasPrefix("|") || rest.hasPrefix(">") { block = stack.last?.indent ?? -1 }
    }
  }

  private func key(of rest: Substring) -> (String, Substring)? {
    guard !rest.hasPrefix("["), !rest.hasPrefix("{"),
      let colon = rest.firstIndex(of: ":"),
      rest[colon...].dropFirst().first.map({ $0 == " " }) ?? true
    else { return nil }
    return (
      rest[..<colon].filter { $0 != "\"" }, rest[colon...].dropFirst().drop { $0 == " " }
    )
  }

  private mutating func readTOML(_ lines: [Substring]) {
    var (table, list, isText): ([String], [String]?, Bool) = ([], nil, false)
    for line in lines {
      let (rest, comment) = split(line.drop { $0 == " " })
      if isText, !line.hasPrefix("\"\"\"") { continue }
      if isText {
        isText = false
        if let comment { owners[comment, default: []].append(list ?? []) }
        list = nil
        continue
      }
      if rest.isEmpty {
        if let comment { pending.append(comment) }
        continue
      }
      var owner: [String]
      if rest.hasPrefix("["), list == nil {
        owner = []
        let tokens = rest.filter { !"[] ".contains($0) }.split(separator: ".").map(String.init)
        for (place, token) in tokens.enumerated() {
          owner.append(token)
          if rest.hasPrefix("[["), place == tokens.count - 1 {
            owner.append(next(owner))
          } else if let count = counts[owner] {
            owner.append("\(count)")
          }
        }
        table = owner
      } else if let path = list {
        if rest.hasPrefix("]") {
          list = nil
          continue
        }
        owner = path + [next(path + ["[]"])]
      } else {
        let key = rest.prefix { $0 != "=" }.filter { !" \"".contains($0) }
        owner = table + [key]
        if rest.hasSuffix("= [") { list = owner }
        if rest.hasSuffix("\"\"\"") { (list, isText) = (owner, true) }
      }
      give(owner)
      if let comment { owners[comment, default: []].append(owner) }
    }
  }
}
