internal import DecantCore
internal import DecantConversion

/// A parser of command lines.
///
/// It accepts `--name value`, `--name=value`, `-n value`, `-nvalue` and bundles such as `-cS`;
/// `--` ends the options, and `-` is an operand.
struct ArgumentParser {
  private let verb: Verb.Name
  private let registry: FormatRegistry
  private var words: ArraySlice<String>
  /// The options so far, and their values: an array of pairs would take 11,000 instructions of a start to create its type.
  private var given: [Flag] = []
  private var values: [String] = []

  private(set) var arguments = Arguments()

  init(
    _ words: ArraySlice<String>, for verb: Verb.Name, among registry: FormatRegistry
  ) {
    self.words = words
    self.verb = verb
    self.registry = registry
  }

  /// Looks among the options that are given first: otherwise each value of an edit takes 35,000 instructions more.
  private func flag(where isWanted: (Flag) -> Bool) -> Flag? {
    given.last(where: isWanted)
      ?? Flag.first(among: registry) { isWanted($0) && $0.verbs.contains(verb) }
  }

  private func isShort(_ letter: Character) -> Bool { flag { $0.short == letter } != nil }

  /// Parses all words; after an error, `arguments` contains the options before it.
  mutating func parse() throws(UsageError) {
    while let word = words.popFirst() {
      if word == "--" {
        arguments.operands += words
        break
      } else if word.hasPrefix("--") {
        try parseLong(word.dropFirst(2))
      } else if word.hasPrefix("-"), word != "-" {
        try refuseOneDash(word)
        try parseBundle(word.dropFirst())
      } else {
        arguments.operands.append(word)
      }
    }
    try refuseContradictions()
    if verb == .migrate { try setMigration() }
    try previewInPlace()
    try parseFieldedNames()
  }

  /// Sets what options about one output and its records mean for files.
  private mutating func setMigration() throws(UsageError) {
    guard arguments.maximumErrors == nil else {
      throw UsageError("'--on-error skip=N' counts records; 'migrate' has 'stop' and 'skip'")
    }
    arguments.migration.failsFast = arguments.onError == .stop
    arguments.migration.out = arguments.output
    (arguments.onError, arguments.output) = (nil, nil)
  }

  private mutating func parseFieldedNames() throws(UsageError) {
    (arguments.output, arguments.outputFields) = try fields(
      in: arguments.output, of: [.filter],
      "'\(verb.rawValue)' writes one file; only a conversion fills the fields of ")
    (arguments.schemaFile, arguments.schemaFields) = try fields(
      in: arguments.schemaFile, of: [.check, .edit, .migrate],
      "only 'check', 'edit' and 'migrate' fill the fields of ")
  }

  /// Returns an example of a name, and the name if it has fields.
  private func fields(
    in name: String?, of verbs: @autoclosure () -> Verb.Names,
    _ refusal: @autoclosure () -> String
  ) throws(UsageError) -> (String?, FieldedName?) {
    guard let name,
      name.utf8.contains(where: { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "}") })
    else { return (name, nil) }
    let fielded = try FieldedName(name)
    guard fielded.hasFields else { return (fielded.example, nil) }
    guard verbs().contains(verb) else {
      throw UsageError("\(refusal())'\(name.visible(limit: 64))'")
    }
    return (fielded.example, fielded)
  }

  /// Makes a run that only shows changes one in place; 'migrate' has its own results.
  private mutating func previewInPlace() throws(UsageError) {
    guard arguments.preview != nil, verb != .migrate else { return }
    guard arguments.plan.gathering != .slurp else {
      throw UsageError("'--slurp' has one output, whose changes cannot be shown")
    }
    if arguments.inPlace == nil { arguments.inPlace = Arguments.InPlace() }
  }

  private mutating func parseLong(_ word: Substring) throws(UsageError) {
    let equals = word.firstIndex(of: "=")
    let name = String(word[..<(equals ?? word.endIndex)])
    let value = equals.map { String(word[word.index(after: $0)...]) }
    guard let flag = flag(where: { $0.long == name }) else { throw unknown(name) }
    try enter(flag, value, as: "--\(name)")
  }

  /// Rejects a long option with one dash, which would be read as a bundle, `-color` as `-c -o lor`.
  private func refuseOneDash(_ word: String) throws(UsageError) {
    let name = word.dropFirst().prefix { $0 != "=" }
    // Long names have two letters or more, and a look-up would create all options.
    guard name.utf8.count > 1 else { return }
    if flag(where: { $0.long == name }) != nil {
      throw UsageError("unknown option '-\(name)'", suggestion: "--\(name)")
    }
    if let habit = PlutilOption(rawValue: String(word.dropFirst())) {
      throw UsageError(
        "'\(word)' is an option of plutil; \(habit.advice(before: words.first))")
    }
    if let habit = answer("unknown option '-\(name)'", toHabit: String(name)) { throw habit }
  }

  private mutating func parseBundle(_ letters: Substring) throws(UsageError) {
    var rest = letters
    while let letter = rest.popFirst() {
      guard let flag = flag(where: { $0.short == letter }) else { throw unknown(letter) }
      guard case .none = flag.value else {
        return try enter(flag, rest.isEmpty ? nil : String(rest), as: "-\(letter)")
      }
      try enter(flag, nil, as: "-\(letter)")
    }
  }

  /// Enters an option with the value that is attached to it, or else in the next words.
  private mutating func enter(
    _ flag: Flag, _ attached: String?, as typed: String
  ) throws(UsageError) {
    let value: String
    switch flag.value {
    case .none:
      guard attached == nil else { throw UsageError("'\(typed)' takes no value") }
      value = ""
    case .optional:
      value = attached.map { $0.hasPrefix("=") ? String($0.dropFirst()) : $0 } ?? ""
      if !value.isEmpty, value.allSatisfy({ $0.isLetter || $0.isNumber }) {
        guard typed == "-i", value == attached, value.allSatisfy({ isShort($0) }) else {
          throw UsageError(
            "the suffix of '\(typed)' cannot be letters and digits alone",
            suggestion: "--\(flag.long)=.\(value.visible(limit: 64))")
        }
        try enter(flag, nil, as: typed)
        return try parseBundle(value[...])
      }
    case .required(let name, _):
      // '-oy' is how other tools write YAML.
      if typed == "-o", let attached, attached.count == 1,
        let format = registry.formats.first(where: { $0.name.hasPrefix(attached.lowercased()) })
      {
        throw UsageError("'-o' needs the name of a file", suggestion: "-t \(format.name)")
      }
      guard let word = attached ?? words.popFirst() else {
        throw UsageError("'\(typed)' needs a value, \(name)")
      }
      value = word
    case .pair(let firstName, let secondName):
      let first = attached ?? words.popFirst()
      try parseOption(inside: flag)
      guard let first, let second = words.popFirst() else {
        throw UsageError("'\(typed)' needs two values, \(firstName) and \(secondName)")
      }
      value = "\(first)\0\(second)"
    }
    guard flag.effect(&arguments, value) else { throw flag.refusal(of: value, as: typed) }
    given.append(flag)
    values.append(value)
  }

  /// Parses an option before the second value of another one, unless it is the last word.
  private mutating func parseOption(inside flag: Flag) throws(UsageError) {
    guard !flag.innerOptions.isEmpty, words.count > 1, let word = words.first,
      word.hasPrefix("--"), flag.innerOptions.contains(String(word.dropFirst(2)))
    else { return }
    words.removeFirst()
    try parseLong(word.dropFirst(2))
  }

  private func refuseContradictions() throws(UsageError) {
    // Few options are given: a set and a dictionary would take a fourteenth of a start.
    for (index, flag) in given.enumerated() {
      if !flag.excludes.isEmpty,
        let other = given.first(where: { flag.excludes.contains($0.long) }),
        // 'migrate' has a folder for its output, and shows what would change in that.
        verb != .migrate || flag.long != "output" && other.long != "output"
      {
        throw UsageError("'--\(flag.long)' cannot be used together with '--\(other.long)'")
      }
      let needed = flag.needs(in: verb)
      guard needed.isEmpty || given.contains(where: { needed.contains($0.long) }) else {
        throw UsageError("'--\(flag.long)' needs \(needed.map { "'--\($0)'" }.listed)")
      }
      guard !flag.isRepeatable,
        let other = given[..<index].lastIndex(where: { $0.long == flag.long }),
        values[other] != values[index]
      else { continue }
      let (first, second) = (values[other].visible(limit: 64), values[index].visible(limit: 64))
      throw UsageError("'--\(flag.long)' is given twice, with '\(first)' and with '\(second)'")
    }
  }

  private func misplaced(_ flag: Flag, as typed: String) -> String {
    guard verb == .filter else { return "'\(verb.rawValue)' has no option '\(typed)'" }
    let verbs = Verb.named.map(\.name).filter(flag.verbs.contains).map { "'\($0.rawValue)'" }
    return "'\(typed)' applies only to \(verbs.joined(separator: " and "))"
  }

  /// Returns the error of an option that other tools have, with what this verb has in its place.
  private func answer(_ message: String, toHabit name: String) -> UsageError? {
    for meaning in Habit.options(for: name) {
      guard let option = CommandHint.options(in: meaning).first else {
        return UsageError("\(message); \(meaning)")
      }
      guard let flag = flag(where: { $0.long == option || $0.short.map(String.init) == option })
      else { continue }
      // 'check' and 'types' do not write what '--to' names.
      if flag.long != "to" || Verb.Name.converting.union([.get, .formats]).contains(verb) {
        return UsageError(message, suggestion: meaning)
      }
    }
    return nil
  }

  private func unknown(_ letter: Character) -> UsageError {
    let shown = String(letter).visible()
    let isElsewhere = Flag.first(among: registry) { $0.short == letter }
    let error = isElsewhere.map { misplaced($0, as: "-\(shown)") } ?? "unknown option '-\(shown)'"
    if let habit = answer(error, toHabit: String(letter)) { return habit }
    return UsageError(error)
  }

  private func unknown(_ name: String) -> UsageError {
    let isElsewhere = Flag.first(among: registry) { $0.long == name }
    let error =
      isElsewhere.map { misplaced($0, as: "--\(name)") }
      ?? "unknown option '--\(name.visible(limit: 64))'"
    if let habit = answer(error, toHabit: name) { return habit }
    guard isElsewhere == nil else { return UsageError(error) }
    let names = Flag.all(for: registry).filter { $0.verbs.contains(verb) }.map(\.long)
    return UsageError(error, suggestion: NearestWord.to(name, in: names).map { "--\($0)" })
  }
}

extension Flag {
  /// Returns the error of a value that the option does not accept.
  func refusal(of value: String, as name: String) -> UsageError {
    guard case .required(_, let domain) = self.value else {
      let shown = value.split(separator: "\0").joined(separator: " ").visible(limit: 64)
      return UsageError("'\(name)' does not accept '\(shown)'")
    }
    if case .path = domain, let mistake = PathPattern.mistake(in: value) {
      return UsageError("'\(name)': \(mistake.message)")
    }
    return UsageError(
      "'\(name)' must be \(domain.words), not '\(value.visible(limit: 64))'",
      suggestion: NearestWord.to(value, in: self.value.choices))
  }
}

struct UsageError: Error {
  var message: String

  init(_ message: String, suggestion: String? = nil) {
    self.message = message + (suggestion.map { "; did you mean '\($0)'?" } ?? "")
  }
}
