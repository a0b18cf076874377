internal import DecantConversion
internal import DecantCore
internal import DecantSystem

/// A call with words of other tools, as the command of decant that does the same.
///
///     decant '.[] | select(.age>30)' f      decant get '.[age>30]' f
///     decant delete -f f .version           decant edit --delete .version f
///     decant --icsv --ojson f               decant -f csv -t json f
struct ForeignCommand {
  private var words: [String]
  /// What precedes and follows the command on the line.
  private var lead = ""
  private var tail = ""
  private let registry: FormatRegistry

  /// Returns the whole line to type in place of words; nil if they have no other meaning.
  static func line(
    for words: ArraySlice<String>, calledAs command: String, among registry: FormatRegistry
  ) -> String? {
    var meant = ForeignCommand(words: Array(words), registry: registry)
    meant.replaceWords()
    meant.replaceVerb()
    meant.replaceProgram()
    guard meant.words != Array(words) || !meant.lead.isEmpty, meant.isCommand else { return nil }
    let call = ([command] + meant.words.map { ShellWord($0).text }).joined(separator: " ")
    return meant.lead + call + meant.tail
  }

  /// Whether words have a file where decant has something else: `select -f FILE .a`, `set image FILE web=x`.
  static func namesFileBefore(_ words: ArraySlice<String>) -> Bool {
    if words.starts(with: ["set", "image"]) { return true }
    return zip(words, words.dropFirst()).contains { $0 == "-f" && System.hasFile(named: $1) }
  }

  private init(words: [String], registry: FormatRegistry) {
    self.words = words
    self.registry = registry
  }

  /// Whether the words are accepted, with files that exist.
  private var isCommand: Bool {
    let verb = words.first.flatMap(Verb.named(_:)) ?? .filter
    var parser = ArgumentParser(
      verb.name == .filter ? words[...] : words.dropFirst(), for: verb.name, among: registry)
    guard (try? parser.parse()) != nil else { return false }
    var files = parser.arguments.operands
    if verb.name == .get {
      guard let operands = try? GetOperands(files, of: parser.arguments.query, .required) else {
        return false
      }
      files = operands.files
    }
    return files.allSatisfy { $0 == "-" || System.hasFile(named: $0) }
  }

  private func format(_ word: some StringProtocol) -> String? {
    word.isEmpty ? nil : registry.format(called: String(word))?.name
  }

  private func isFile(_ word: String) -> Bool { word == "-" || System.hasFile(named: word) }

  /// Removes an option with its value, which is a word of its own, and returns that.
  private mutating func take(_ names: String...) -> String? {
    guard let index = words.firstIndex(where: names.contains), index + 1 < words.count else {
      return nil
    }
    words.remove(at: index)
    return words.remove(at: index)
  }

  /// Inserts options before the other words, but for a verb.
  private mutating func insert(_ options: [String]) {
    let isVerb = words.first.flatMap(Verb.named(_:)) != nil
    words.insert(contentsOf: options, at: isVerb ? 1 : 0)
  }

  private mutating func drop(_ names: String...) { words.removeAll(where: names.contains) }

  // MARK: Words

  /// Replaces options that mean the same in every call.
  private mutating func replaceWords() {
    if words.contains("-w"), let target = take("-w", "--write").flatMap(format) {
      insert(["-t", target])
      if let source = take("-r", "--read").flatMap(format) { insert(["-f", source]) }
    }
    words = words.flatMap { word in
      // '-oj' of yq, '--icsv' and '--ojson' of Miller.
      if word.hasPrefix("-o"), word.count > 2,
        let name = format(word.dropFirst(2))
          ?? ["j": "json", "y": "yaml", "x": "xml1"][word.dropFirst(2)]
      {
        return ["-t", name]
      }
      if word.hasPrefix("--i"), let name = format(word.dropFirst(3)) { return ["-f", name] }
      if word.hasPrefix("--o"), let name = format(word.dropFirst(3)) { return ["-t", name] }
      return [word]
    }
    if let width = take("--tab-width") { insert(["--indent", width]) }
    if let name = take("--stdin-filepath"), let format = registry.format(forFileNamed: name) {
      insert(["-f", format.name])
    }
    if words.first.flatMap(Verb.named(_:)) == nil,
      let separator = take("-d", "--delimiter", "--ifs")
    {
      // That of a table is recognized.
      if separator.count != 1 { words += ["-d", separator] }
    }
    drop("--front-matter=extract", "--front-matter=process")
  }

  // MARK: Verbs

  private mutating func replaceVerb() {
    guard let verb = words.first else { return }
    switch verb {
    case "get", "put": replaceFileOption(verb)
    case _ where [["get"], ["edit", "--delete"]].contains(Habit.words(for: verb)):
      replaceFileOption(verb)
    case "validate":
      if let schema = take("-s") { words = ["check", "--schema", schema] + words.dropFirst() }
    case "patch":
      guard let patch = take("-p", "--patch") else { break }
      lead = "printf '%s\\n' \(ShellWord(patch).text) | "
      words = ["edit", "--merge", "-"] + words.dropFirst()
    case "set" where words.count > 3 && words[1] == "image":
      let image = words[3].split(separator: "=", maxSplits: 1).map(String.init)
      guard image.count == 2, isFile(words[2]) else { break }
      words = [
        "edit", "--if-present", "--set", "/**/containers/[name=\(image[0])]/image", image[1],
        words[2],
      ]
    case "-extract" where words.count > 3:
      words = ["get", "." + words[1]] + words.dropFirst(3)
    case "-c" where words.count > 2: replacePlistBuddy(words[1])
    case "-n" where words.count == 2:
      lead = "printf '%s\\n' \(ShellWord(words[1]).text) | "
      words = ["-f", "json5", "-t", "json"]
    case "edit": replaceOperations()
    default:
      if let formats = ProgramName.formats(in: verb, among: registry), !isFile(verb) {
        words = ["-f", formats.source.name, "-t", formats.target.name] + words.dropFirst()
      } else if words.count > 1, let last = words.last, !isFile(last),
        isFile(words[words.count - 2]),
        let format = registry.format(forFileNamed: last), format.isWritable,
        format.name != registry.format(forFileNamed: words[words.count - 2])?.name
      {
        // A second file was meant as the output.
        words = words.dropLast(2) + ["-o", last, words[words.count - 2]]
      }
    }
    if words.first == "get" { replaceGetOptions() }
  }

  /// `select -f FILE PATH` of dasel: the file comes last.
  private mutating func replaceFileOption(_ verb: String) {
    guard let index = words.firstIndex(of: "-f"), index + 1 < words.count, isFile(words[index + 1])
    else { return }
    let file = words.remove(at: index + 1)
    words.remove(at: index)
    let (type, value) = (take("-t"), take("-v"))
    guard words.count == 2 else { return }
    let path = (try? PathPattern(words[1])) == nil ? "." + words[1] : words[1]
    if verb != "put" {
      words = (Habit.words(for: verb) ?? [verb]) + [path, file]
    } else if let value {
      words = ["edit", type == "string" ? "--set-string" : "--set", path, value, file]
    }
  }

  private mutating func replaceGetOptions() {
    if let output = take("-o", "--output") {
      if let path = ["jsonpath=", "jsonpath-as-json="].first(where: { output.hasPrefix($0) }) {
        words.insert(String(output.dropFirst(path.count)), at: 1)
      } else if let name = format(output) {
        // Without a path, the whole document is meant.
        words = words.count == 2 ? ["-t", name, words[1]] : words + ["-t", name]
      }
    }
    guard words.count > 1, words[0] == "get" else { return }
    let path = words[1]
    if path.hasPrefix("{"), path.hasSuffix("}"), path.dropFirst().hasPrefix(".") {
      words[1] = String(path.dropFirst().dropLast())
    } else if path.hasPrefix("//") {
      words[1] = "/**" + path.dropFirst()
    } else if path.contains(","), !path.contains(where: { ".[/( {".contains($0) }) {
      let names = path.split(separator: ",").map(String.init)
      words =
        ["get", "--rows", "."] + names.map { "\($0)=.\($0)" } + ["-t", "csv"] + words.dropFirst(2)
    } else if let slash = path.firstIndex(of: "/"), path.hasPrefix("."),
      case let start = path[..<slash].lastIndex(of: ".") ?? path.startIndex
    {
      // '.annotations.app.kubernetes.io/name': the key is what has dots and a slash.
      let names = path[..<start].split(separator: ".")
      let candidates = names.indices.map { index in
        names[..<index].map { "." + $0 }.joined() + "[\""
          + (names[index...].joined(separator: ".") + path[start...]) + "\"]"
      }
      if let found = candidates.last(where: { isPathWithValue($0, in: words.dropFirst(2)) }) {
        words[1] = found.hasPrefix("[") ? "." + found : found
      }
    }
  }

  /// Whether a path leads to a value in one of some files.
  private func isPathWithValue(_ path: String, in files: ArraySlice<String>) -> Bool {
    guard let path = try? PathPattern(path) else { return false }
    return files.contains { file in
      guard file != "-", let source = try? FileSource(file),
        let input = try? Input(source, named: file, as: nil, among: registry),
        var reader = try? DocumentReader(input, ReadingOptions(), keeping: [path])
      else { return false }
      while let document = try? reader.next() {
        if !path.matches(in: document.root).isEmpty { return true }
      }
      return false
    }
  }

  /// `-c 'Print :a:b' FILE` and `-c 'Set :a:b VALUE' FILE` of PlistBuddy.
  private mutating func replacePlistBuddy(_ text: String) {
    let parts = text.split(separator: " ", maxSplits: 2).map(String.init)
    guard parts.count > 1, parts[1].hasPrefix(":") else { return }
    let path = parts[1].replacingEach(":", by: "/")
    switch parts[0].lowercased() {
    case "print": words = ["get", path] + words.dropFirst(2)
    case "delete": words = ["edit", "-i", "--delete", path] + words.dropFirst(2)
    case "set" where parts.count == 3:
      words = ["edit", "-i", "--set", path, parts[2]] + words.dropFirst(2)
    default: break
    }
  }

  /// Operations whose path adds an element, or chooses documents.
  private mutating func replaceOperations() {
    for index in words.indices.dropLast() where words[index].hasPrefix("--set") {
      if words[index + 1].hasSuffix("[+]") {
        words[index] = "--append"
        words[index + 1].removeLast(3)
      } else if words[index + 1].contains("("), let program = JqProgram(words[index + 1]),
        program.words.first == "get", let path = program.words.last
      {
        words[index + 1] = path
        words.insert(contentsOf: program.words.dropFirst().dropLast(), at: index)
        return
      }
    }
  }

  // MARK: Programs

  /// Replaces a program of jq and the options for it.
  private mutating func replaceProgram() {
    var variables: [(name: String, value: String)] = []
    while let index = words.firstIndex(where: { $0 == "--arg" || $0 == "--argjson" }),
      index + 2 < words.count
    {
      variables.append((words[index + 1], words[index + 2]))
      words.removeSubrange(index..<index + 3)
    }
    let isVerb = words.first == "get" || words.first == "edit"
    guard isVerb || words.first.flatMap(Verb.named(_:)) == nil else { return }
    let candidates = words.indices.filter { index in
      (index > 0 || !isVerb) && !isFile(words[index]) && Self.beginsProgram(words[index])
        && (index == 0 || !words[index - 1].hasPrefix("--"))
    }
    guard let index = candidates.first,
      let program = JqProgram(words[index], variables: variables)
    else { return }
    var options = Array(words[(isVerb ? 1 : 0)..<index])
    let files = Array(words[(index + 1)...])
    if program.words.first == "get" { options.removeAll { $0 == "-i" } }
    options.removeAll { ["-e", "--exit-status", "-r", "-c", "-M", "-C", "-n"].contains($0) }
    tail = program.tail
    words = program.words.prefix(1) + options + program.words.dropFirst() + files
  }

  private static func beginsProgram(_ word: String) -> Bool {
    guard let first = word.first else { return false }
    return ".[{".contains(first) || word.contains("(") || word.contains("|")
      || ["keys", "length", "to_entries"].contains(word)
  }
}
