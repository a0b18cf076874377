internal import DecantCore

/// A parsed command line of plutil: a command, which is the first word, then options and files.
struct PlutilCommand {
  enum Action: Equatable {
    case help, lint, print
    case convert(to: PlutilFormat?)
    case edit(PlutilEdit)
    case extract(PlutilKeyPath, as: PlutilFormat?, expecting: PlutilType?)
    case create(as: PlutilFormat)
  }

  let action: Action
  let options: PlutilOptions

  init(_ words: ArraySlice<String>) throws(PlutilError) {
    var words = words
    action = try Self.action(&words)
    options = action == .help ? PlutilOptions() : try PlutilOptions(words)
    switch action {
    case .lint: try options.refuseOutput(with: "-lint")
    case .print: try options.refuseOutput(with: "-p")
    default: break
    }
  }

  private static func action(_ words: inout ArraySlice<String>) throws(PlutilError) -> Action {
    let extraction = "'Extract' requires a key path and a plist format."
    let all = words
    switch words.popFirst() {
    case "-help": return .help
    case "-lint": return .lint
    case "-p": return .print
    case "-convert":
      let name = try next(in: &words, orThrow: "Missing format specifier for command.")
      return .convert(to: try PlutilFormat.named(name))
    case "-insert":
      return .edit(try change(&words, replaces: false))
    case "-replace":
      return .edit(try change(&words, replaces: true))
    case "-remove":
      let path = try next(in: &words, orThrow: "'Remove' requires a key path.")
      return .edit(PlutilEdit(change: .remove, path: PlutilKeyPath(path)))
    case "-extract":
      let path = try next(in: &words, orThrow: extraction)
      let format = try PlutilFormat.named(try next(in: &words, orThrow: extraction))
      return .extract(PlutilKeyPath(path), as: format, expecting: try expected(&words))
    case "-type":
      let path = try next(in: &words, orThrow: extraction)
      return .extract(PlutilKeyPath(path), as: .type, expecting: try expected(&words))
    case "-create":
      let name = try next(in: &words, orThrow: "'Create' requires a plist format.")
      return .create(as: try PlutilFormat.named(name) ?? .xml)
    default:
      words = all
      return .lint
    }
  }

  private static func next(
    in words: inout ArraySlice<String>, orThrow message: String
  ) throws(PlutilError) -> String {
    guard let word = words.popFirst() else { throw PlutilError(message) }
    return word
  }

  private static func expected(_ words: inout ArraySlice<String>) throws(PlutilError) -> PlutilType?
  {
    guard words.first == "-expect" else { return nil }
    words.removeFirst()
    let name = try next(in: &words, orThrow: "-expect requires a type argument.")
    guard let type = PlutilType(rawValue: name), type != .other else {
      throw PlutilError("-expect type [\(name)] not valid.")
    }
    return type
  }

  private static func change(
    _ words: inout ArraySlice<String>, replaces: Bool
  ) throws(PlutilError) -> PlutilEdit {
    let needed = "'Insert' and 'Replace' require a key path, a type, and a value."
    let path = PlutilKeyPath(try next(in: &words, orThrow: needed))
    let type = try next(in: &words, orThrow: needed)
    let value: Value
    switch type {
    case "-dictionary": value = .mapping([:])
    case "-array": value = .sequence([])
    default:
      let parse = try PlutilOperand.parser(of: type)
      value = try parse(try next(in: &words, orThrow: needed))
    }
    let appends = words.first == "-append"
    if appends { words.removeFirst() }
    return PlutilEdit(
      change: replaces ? .replace(value) : appends ? .append(value) : .insert(value), path: path)
  }
}
