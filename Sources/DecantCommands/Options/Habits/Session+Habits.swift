internal import DecantChanges
internal import DecantConversion
internal import DecantCore
internal import DecantSystem

extension Session {
  /// Throws if a word of the call is a habit of another tool, with what to type in its place.
  ///
  /// A file of that name is always what is meant.
  func refuseHabits(of verb: Verb.Name) throws(UsageError) {
    try refuseURL()
    try refuseSeparateSuffix()
    if verb == .filter || verb == .edit || verb == .get { try refuseForeignWord(of: verb) }
    if verb == .edit { try refuseTypeWords() }
    if verb == .edit { try refuseSecondPair() }
    let operands = arguments.operands
    guard verb == .filter, let first = operands.first, !first.isEmpty, first != "-" else { return }
    // 'jq . FILE', 'FILE to yaml' and 'FILE yaml'.
    let isSecond =
      operands.count > 1 && System.hasFile(named: first) && !System.hasFile(named: operands[1])
      && (operands[1] == "to" || isFormat(operands[1]))
    guard isSecond || (first == "." ? operands.count > 1 : !System.hasFile(named: first)) else {
      return
    }
    var rest = operands
    let word = rest.remove(at: isSecond ? 1 : 0)
    guard var habit = habit(of: word, before: &rest) else { return }
    try complete(&habit, before: &rest)
    let isVerb = Verb.named(word) != nil
    throw UsageError(
      "'\(word.visible(limit: 64))' is "
        + (isVerb ? "a verb only as the first word; write: " : "neither a verb nor a file; write: ")
        + call(
          habit.prefix(while: { !$0.hasPrefix("-") }) + options
            + habit.drop { !$0.hasPrefix("-") } + rest))
  }

  /// Returns an error with the command that was meant, if the words are those of another tool.
  func answered(_ error: UsageError) -> UsageError {
    guard !Array(error.message.utf8).contains(bytesOf: "; write: "),
      !error.message.hasSuffix("for a file of that name"),
      let line = ForeignCommand.line(for: words, calledAs: command, among: registry)
    else { return error }
    return UsageError("\(error.message.prefix { $0 != ";" }); write: \(line)")
  }

  /// Throws for a program of another tool, or a second file that was meant as the output, before anything is printed.
  private func refuseForeignWord(of verb: Verb.Name) throws(UsageError) {
    var operands = arguments.operands
    if verb == .get {
      operands = operands.prefix(1).filter { $0.hasPrefix("{") || $0.hasPrefix("//") }
    }
    guard let missing = operands.first(where: { $0 != "-" && !System.hasFile(named: $0) }) else {
      return
    }
    // A path, and a word with one meaning, are answered below.
    let isKnown = (try? PathPattern(missing)) != nil || Habit.words(for: missing) != nil
    guard verb != .filter || !isKnown || ForeignCommand.namesFileBefore(words) else { return }
    guard let line = ForeignCommand.line(for: words, calledAs: command, among: registry) else {
      guard verb == .filter, missing.contains("("), missing.hasSuffix(")") else { return }
      throw UsageError(
        "'\(missing.visible(limit: 64))' is not a file, and no programs are run; 'decant help get' describes paths"
      )
    }
    throw UsageError(
      "'\(missing.visible(limit: 64))' is not a \(verb == .get ? "path" : "file"); write: \(line)")
  }

  private func refuseURL() throws(UsageError) {
    let url = arguments.operands.first { $0.hasPrefix("http://") || $0.hasPrefix("https://") }
    guard let url, !System.hasFile(named: url) else { return }
    throw UsageError(
      "URLs are not read; write: curl -fsSL \(ShellWord(url).text) | "
        + call(words.map { $0 == url ? "-" : $0 }))
  }

  /// Throws if the suffix of `--in-place` is a word of its own, as it is for sed on a Mac.
  private func refuseSeparateSuffix() throws(UsageError) {
    guard let inPlace = arguments.inPlace, inPlace.suffix == nil, arguments.operands.count > 1,
      let suffix = arguments.operands.first, suffix.isEmpty || suffix.hasPrefix("."),
      !suffix.contains(where: { " =[(".contains($0) }),
      !System.hasFile(named: suffix), let index = words.firstIndex(of: suffix),
      let option = words[..<index].last, option == "--in-place" || option == "-i"
    else { return }
    let equals = option == "-i" || suffix.isEmpty ? "" : "="
    throw UsageError(
      "a suffix follows '\(option)' without a space; write: "
        + call(words[..<index].dropLast() + [option + equals + suffix] + words[(index + 1)...]))
  }

  /// Throws if the value of an operation is a word for the type of the next one.
  private func refuseTypeWords() throws(UsageError) {
    for case .edit(let step) in arguments.editing.items
    where step.operation.hasValue && step.form == nil {
      let (path, word) = (step.words[0], step.words[1])
      guard word.hasPrefix("-"), let form = Habit.valueForm(for: word),
        let index = words.indices.dropFirst().first(where: {
          words[$0] == word && words[$0 - 1].hasSuffix(path)
        })
      else { continue }
      let option = words[index - 1] == path ? index - 2 : index - 1
      var begin = ["--value"] + words[option..<index]
      var rest = words[(index + 1)...]
      if word.hasPrefix("-bool"), let value = rest.popFirst()?.lowercased() {
        rest = [["yes", "true", "1"].contains(value) ? "true" : "false"] + rest
      } else if word.hasPrefix("-array") || word.hasPrefix("-dict") {
        rest = ["[a, {b: c}]"] + rest.dropFirst()
      } else if form != "--value", step.operation == .set {
        begin.removeFirst()
        begin[0] = "--set" + word + begin[0].dropFirst("--set".count)
      } else if form != "--value", let value = rest.popFirst() {
        rest = ["\(form) \(value)"] + rest
      }
      throw UsageError(
        "'\(word)' is a type for plutil and defaults, and not a value; write: "
          + call(
            words[..<option] + begin + (rest.isEmpty ? ["VALUE"] : rest)))
    }
  }

  /// Throws if operands are a path and a value, for which an option has been left out.
  private func refuseSecondPair() throws(UsageError) {
    let operands = arguments.operands
    guard operands.count > 1,
      let path = operands.first(where: {
        GetOperands.isPath($0) && !$0.isEmpty && registry.format(forFileNamed: $0) == nil
      }), let index = words.firstIndex(of: path),
      let option = words[..<index].last(where: { word in
        Flag.editing.contains { $0.value.name != nil && "--" + $0.long == word }
      })
    else { return }
    throw UsageError(
      "'\(path.visible(limit: 64))' is a path, and not a file; write: "
        + call(words[..<index] + [option] + words[index...]))
  }

  /// Returns the words in place of `word`: a verb, options, or a path of 'get'.
  private func habit(of word: String, before rest: inout [String]) -> [String]? {
    if let words = Habit.words(for: word), !words.isEmpty || !rest.isEmpty { return words }
    if isFormat(word) { return ["-t", word] }
    let marks = word.utf8.filter { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "/") }
    if marks.isEmpty, let verb = NearestWord.to(word, in: Verb.names) { return [verb] }
    guard GetOperands.isPath(word), !marks.contains(UInt8(ascii: "/")),
      registry.format(forFileNamed: word) == nil
    else { return nil }
    rest.insert(word, at: 0)
    return ["get"]
  }

  /// Adds what a verb or an option needs, and removes the words that say so in other tools.
  private func complete(_ habit: inout [String], before rest: inout [String]) throws(UsageError) {
    if habit.first == "get", habit.last != "--paths" {
      if rest.first == "." {
        rest.removeFirst()
        habit = []
      } else if let path = rest.first, path != "-", !System.hasFile(named: path) {
        if let mistake = PathPattern.mistake(in: path, bare: .accepted) { throw mistake }
      } else {
        rest.insert(habit.count == 1 ? "PATH" : "", at: 0)
      }
    } else if habit == ["-t"] {
      if let index = rest.firstIndex(where: { isFormat($0) && !System.hasFile(named: $0) }) {
        habit.append(rest.remove(at: index))
      } else if rest.count > 1, let last = rest.last, !System.hasFile(named: last) {
        habit = ["-o", rest.removeLast()]
      } else {
        habit = arguments.to == nil ? ["-t", "FORMAT"] : []
      }
    }
  }

  private func isFormat(_ word: String) -> Bool { registry.format(called: word) != nil }

  /// The words of the call that are not operands.
  private var options: [String] {
    var operands = arguments.operands[...]
    return words.filter { word in
      guard word == operands.first else { return true }
      operands.removeFirst()
      return false
    }
  }

  private func call(_ words: some Sequence<String>) -> String {
    ([command] + words.map { ShellWord($0).text }).joined(separator: " ")
  }
}
