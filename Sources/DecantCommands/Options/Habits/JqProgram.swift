internal import DecantChanges
internal import DecantConversion

/// A program of jq or yq that a command of decant does, too.
///
///     .users[] | select(.age>30) | .name      get '.users[age>30].name'
///     del(.version)                           edit --delete .version
///
/// Only a program that means exactly one command is translated.
struct JqProgram {
  /// The words of the command before the names of files: a verb, options, paths.
  private(set) var words: [String] = []
  /// What follows the names of files: ` | paste -sd, -`.
  private(set) var tail = ""

  /// The values of variables.
  private let variables: [(name: String, value: String)]
  private var path = ""
  private var options: [String] = []
  private var columns: [String] = []

  init?(_ text: String, variables: [(name: String, value: String)] = []) {
    self.variables = variables
    if let edits = edits(text) {
      words = ["edit"] + options + edits
      return
    }
    guard add(stages: text) else { return nil }
    let isTable = !columns.isEmpty
    guard !isTable || !path.isEmpty || columns.contains(where: { $0.contains("=") }) else {
      return nil
    }
    words = ["get"] + (isTable ? ["--rows"] : []) + options + [path.isEmpty ? "." : path] + columns
    guard Self.isPath(words[words.count - columns.count - 1]) else { return nil }
  }

  private static func isPath(_ text: String) -> Bool { (try? PathPattern(text)) != nil }

  // MARK: Stages

  private mutating func add(stages text: String) -> Bool {
    Self.parts(of: text, between: "|").allSatisfy { add(stage: Self.trimmed($0)) }
  }

  private mutating func add(stage: String) -> Bool {
    // Nothing follows a result that is not a value of the document.
    if stage == "@csv" || stage == "@tsv" {
      options += stage == "@csv" ? ["-t", "csv"] : []
      return !columns.isEmpty
    }
    guard columns.isEmpty, tail.isEmpty,
      options.allSatisfy({ $0.hasPrefix("--document") || $0.hasPrefix("[") })
    else { return stage == ".[]" && options == ["--keys"] }
    if stage.isEmpty || stage == "." { return true }
    if let call = Self.call(in: stage) {
      return add(call.name, call.argument) && (call.rest.isEmpty || add(stage: call.rest))
    }
    switch stage {
    case "keys", "keys[]", "length", "type":
      options.append("--" + stage.prefix { $0 != "[" })
      return true
    case "to_entries", "to_entries[]":
      path += "[]"
      columns = ["@key", ""]
      return true
    case "first", "last":
      path += stage == "first" ? "[0]" : "[-1]"
      return true
    default: break
    }
    switch stage.first {
    case ".":
      let parts = Self.parts(of: stage, between: "//")
      guard parts.count <= 2 else { return false }
      let step = Self.trimmed(parts[0]).filter { $0 != "?" }
      path = path == ".." ? "." + step : (path + step).replacingEach("].[", by: "][")
      if !path.hasPrefix("..") { path = path.replacingEach(".[", by: "[") }
      if path.first == "[" { path = "." + path }
      if parts.count == 2 {
        guard let value = literal(Self.trimmed(parts[1])) else { return false }
        options += ["--default", value.text]
      }
      return Self.isPath(path)
    case "[": return addColumns(stage, isNamed: false)
    case "{": return addColumns(stage, isNamed: true)
    default: return false
    }
  }

  private mutating func add(_ name: String, _ argument: String) -> Bool {
    switch name {
    case "select":
      guard let condition = Self.condition(argument) else { return false }
      if path.hasSuffix("[]") {
        path.removeLast(2)
        path += "[\(condition)]"
      } else if path.isEmpty, options.isEmpty {
        options = [
          "--document", condition.hasPrefix("#") ? String(condition.dropFirst()) : "[\(condition)]",
        ]
      } else {
        return false
      }
      if path.first == "[" { path = "." + path }
      return true
    case "map":
      path += path.isEmpty ? ".[]" : "[]"
      return add(stages: argument)
    case "join":
      guard let separator = literal(argument)?.text, separator.count == 1 else { return false }
      if !path.hasSuffix("]") { path += path.isEmpty ? ".[]" : "[]" }
      tail = " | paste -sd\(ShellWord(separator).text) -"
      return true
    default: return false
    }
  }

  /// Adds the columns of `[.id, .name]`, or of `{id, name: .metadata.name}`.
  private mutating func addColumns(_ list: String, isNamed: Bool) -> Bool {
    guard list.last == (isNamed ? "}" : "]") else { return false }
    for part in Self.parts(of: String(list.dropFirst().dropLast()), between: ",") {
      let part = Self.trimmed(part)
      if isNamed {
        let pair = Self.parts(of: part, between: ":").map(Self.trimmed)
        let name = literal(pair[0])?.text ?? pair[0]
        guard pair.count <= 2, Self.isName(name) else { return false }
        columns.append("\(name)=\(pair.count == 2 ? pair[1] : "." + name)")
      } else {
        columns.append(part)
      }
      guard columns.last.map(RowColumn.isColumn) == true else { return false }
    }
    if isNamed { options += ["-t", "json"] }
    return !columns.isEmpty
  }

  private static func isName(_ text: String) -> Bool {
    !text.isEmpty && text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }
  }

  // MARK: Edits

  /// Returns the operations of `del(.a, .b)`, `.a = 1` and `.a += ["x"]`.
  private mutating func edits(_ text: String) -> [String]? {
    var stages = Self.parts(of: text, between: "|").map(Self.trimmed)
    if let call = Self.call(in: stages[0]), call.name == "del", call.rest.isEmpty, stages.count == 1
    {
      let paths = Self.parts(of: call.argument, between: ",").map(Self.trimmed)
      guard paths.allSatisfy(Self.isPath) else { return nil }
      return paths.flatMap { ["--delete", $0] }
    }
    // '|=' has been taken for a pipe.
    if stages.count > 1, stages[stages.count - 1].hasPrefix("=") {
      let value = stages.removeLast()
      stages[stages.count - 1] += " " + value
    }
    let last = stages.removeLast()
    var sides = Self.parts(of: last, between: "=").map(Self.trimmed)
    guard sides.count == 2, let mark = sides[0].last, !"!<>".contains(mark) else { return nil }
    let isAddition = mark == "+"
    if isAddition { sides[0] = Self.trimmed(String(sides[0].dropLast())) }
    guard add(stages: (stages + [sides[0]]).joined(separator: " | ")), columns.isEmpty,
      tail.isEmpty,
      !options.contains("--default"), !path.isEmpty
    else { return nil }
    if isAddition {
      guard sides[1].hasPrefix("["), sides[1].hasSuffix("]") else {
        // There is no arithmetic.
        return ["--set", path, "VALUE"]
      }
      let elements = Self.parts(of: String(sides[1].dropFirst().dropLast()), between: ",")
      return elements.flatMap {
        ["--append", path, literal(Self.trimmed($0))?.text ?? Self.trimmed($0)]
      }
    }
    if sides[1].hasPrefix("."), Self.isPath(sides[1]) { return ["--copy", sides[1], path] }
    guard let value = literal(sides[1]) else {
      let isCollection = sides[1].hasPrefix("{") || sides[1].hasPrefix("[")
      return isCollection ? ["--set", path, sides[1]] : nil
    }
    return [value.isText && Self.isTyped(value.text) ? "--set-string" : "--set", path, value.text]
  }

  /// Whether a text without its quotes would be another value.
  private static func isTyped(_ text: String) -> Bool {
    text.isEmpty || Double(text) != nil || ["true", "false", "null"].contains(text)
      || "\"'[{@".contains(text.first ?? " ")
  }

  // MARK: Conditions

  /// Returns a condition of decant; `#2` for that of the number of a document.
  private static func condition(_ text: String) -> String? {
    let either = words(of: text, between: "or")
    let all = words(of: text, between: "and")
    if either.count > 1 {
      guard all.count == 1 else { return nil }
      let conditions = either.compactMap(condition)
      return conditions.count == either.count ? conditions.joined(separator: " | ") : nil
    }
    if all.count > 1 {
      let conditions = all.compactMap(condition)
      return conditions.count == all.count ? conditions.joined(separator: ", ") : nil
    }
    if let list = call(in: text), list.name.isEmpty, list.rest.isEmpty {
      return condition(list.argument)
    }
    let stages = parts(of: text, between: "|").map(trimmed)
    if stages.count == 2, let key = key(stages[0]) {
      if stages[1] == "not" { return "!" + key }
      guard let call = call(in: stages[1]), call.rest.isEmpty, let operand = operand(call.argument)
      else { return nil }
      switch call.name {
      case "startswith": return "\(key)^=\(operand)"
      case "endswith": return "\(key)$=\(operand)"
      case "index", "contains":
        let isOfList = call.argument.hasPrefix("[") == (call.name == "contains")
        return isOfList ? "\(key)/*=\(operand)" : nil
      default: return nil
      }
    }
    guard stages.count == 1 else { return nil }
    for sign in ["==", "!=", "<=", ">=", "<", ">"] {
      let sides = parts(of: text, between: sign).map(trimmed)
      guard sides.count == 2 else { continue }
      if sides[0] == "di" || sides[0] == "document_index", sign == "==", let number = Int(sides[1])
      {
        return "#\(number + 1)"
      }
      guard let key = key(sides[0]), let operand = operand(sides[1]) else { return nil }
      return key + (sign == "==" ? "=" : sign) + operand
    }
    return key(text)
  }

  /// Returns the key of a condition for a path such as `.metadata.name` or `.tags[]`.
  private static func key(_ path: String) -> String? {
    let path = path.hasPrefix("@") ? String(path.dropFirst()) : path
    guard path.hasPrefix("."), path != "." else { return path == "." ? "" : nil }
    let names = String(path.dropFirst()).replacingEach("[]", by: ".*").split(
      separator: ".", omittingEmptySubsequences: false
    ).map(String.init)
    return names.allSatisfy { $0 == "*" || isName($0) } ? names.joined(separator: "/") : nil
  }

  /// Returns what a value is compared with, in quotes where decant would otherwise read something else.
  private static func operand(_ text: String) -> String? {
    let text =
      text.hasPrefix("[") && text.hasSuffix("]")
      ? trimmed(String(text.dropFirst().dropLast())) : text
    guard let content = content(ofQuoted: text) else {
      return isTyped(text) && !text.isEmpty && !"\"'".contains(text.first ?? "'") ? text : nil
    }
    let isPlain = content.allSatisfy { $0.isLetter || $0.isNumber || "-_./:@".contains($0) }
    return isPlain && !isTyped(content) ? content : text
  }

  // MARK: Text

  /// Returns the text of a literal, or of a variable; nil for another expression.
  private func literal(_ text: String) -> (text: String, isText: Bool)? {
    if text.hasPrefix("$"),
      let value = variables.first(where: { $0.name == text.dropFirst() })?.value
    {
      return (value, true)
    }
    if Double(text) != nil || ["true", "false", "null"].contains(text) { return (text, false) }
    return Self.content(ofQuoted: text).map { ($0, true) }
  }

  /// Returns what is between quotes; nil if there are none, or escapes.
  private static func content(ofQuoted text: String) -> String? {
    guard text.count > 1, let quote = text.first, quote == "\"" || quote == "'", text.last == quote
    else { return nil }
    let content = String(text.dropFirst().dropLast())
    return content.contains(quote) || content.contains("\\") ? nil : content
  }

  private static func trimmed(_ text: String) -> String {
    let start = text.drop { $0 == " " || $0 == "\n" }
    return String(start.reversed().drop { $0 == " " || $0 == "\n" }.reversed())
  }

  /// Returns `name(argument)rest`; the name is empty for what is only in parentheses.
  private static func call(in text: String) -> (name: String, argument: String, rest: String)? {
    let name = text.prefix { $0.isLetter || $0 == "_" }
    let list = text[name.endIndex...]
    guard list.first == "(",
      let end = outside(list).first(where: { $0 > list.startIndex && list[$0] == ")" })
    else { return nil }
    return (
      String(name), trimmed(String(list[..<end].dropFirst())),
      trimmed(String(list[end...].dropFirst()))
    )
  }

  /// Splits a text at a word outside of quotes and brackets.
  private static func words(of text: String, between word: String) -> [String] {
    parts(of: text, between: " \(word) ").map(trimmed)
  }

  /// Splits a text at a separator outside of quotes and brackets.
  private static func parts(of text: String, between separator: String) -> [String] {
    var parts: [String] = []
    var start = text.startIndex
    for index in outside(text[...]) where index >= start && text[index...].hasPrefix(separator) {
      parts.append(String(text[start..<index]))
      start = text.index(index, offsetBy: separator.count)
    }
    return parts + [String(text[start...])]
  }

  /// Returns the indices of the characters outside of quotes and brackets, and of the brackets themselves.
  private static func outside(_ text: Substring) -> [String.Index] {
    var depth = 0
    var quote: Character?
    return text.indices.filter { index in
      let character = text[index]
      if quote != nil {
        if character == quote { quote = nil }
        return false
      }
      if "\"'".contains(character) { quote = character }
      if ")]}".contains(character) { depth -= 1 }
      defer { if "([{".contains(character) { depth += 1 } }
      return depth == 0 && quote == nil
    }
  }
}

extension String {
  /// Returns the text with another one in place of each occurrence of `old`; the executable has no regular expressions, whose
  /// module has the usual methods.
  func replacingEach(_ old: String, by new: String) -> String {
    var (result, rest) = ("", self[...])
    while let first = rest.first {
      let isFound = rest.hasPrefix(old)
      result += isFound ? new : String(first)
      rest = rest.dropFirst(isFound ? old.count : 1)
    }
    return result
  }
}
