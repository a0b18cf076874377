internal import CBuild
public import DecantCore
package import DecantConversion
internal import DecantSystem

/// The command-line tool.
///
/// A program with an additional format is three lines:
///
///     import Decant
///     import DecantCLI
///     exit(Tool.main(registry: FormatRegistry.standard.adding(.mine)))
public enum Tool {
  static let name = "decant"

  static let version = "0.1.0"

  fileprivate static var commit: String? {
    commitName(decant_build_commit(), decant_build_is_modified() ? "-modified" : "")
  }

  static func commitName(_ bits: UInt64, _ suffix: String) -> String? {
    guard bits != 0 else { return nil }
    let digits = String(bits, radix: 16)
    return String(repeating: "0", count: max(0, 12 - digits.count)) + digits + suffix
  }

  /// Runs the tool with the arguments and streams of the process, and returns its exit status.
  public static func main(registry: FormatRegistry) -> Int32 {
    main(CommandLine.arguments.dropFirst(), registry: registry, as: nil)
  }

  package static func main(
    _ words: ArraySlice<String> = CommandLine.arguments.dropFirst(), registry: FormatRegistry,
    as type: DocumentTransform?, in sandbox: Sandbox = .never
  ) -> Int32 {
    System.keepStandardStreams()
    System.survivesFileSizeLimit()
    System.survivesTruncatedFiles()
    System.survivesTraps(endingWith: ExitStatus.transfer.rawValue)
    let program = CommandLine.arguments.first.map(ProgramName.last) ?? ""
    var console = Console.process
    console.sandbox = sandbox
    // Otherwise, a value with other text than the user's would be written.
    guard
      !words.contains(where: { $0.unicodeScalars.contains("\u{FFFD}") }) || System.argumentsAreText
    else {
      let reporter = Reporter(program: program, Arguments(), console)
      reporter.report(UsageError("an argument is not valid UTF-8"))
      return reporter.status.rawValue
    }
    var status = run(words, calledAs: program, registry, as: type, on: console)
    // Some file systems report a full disk only on closing.
    if case .failed(let code) = System.close(1), status == .done {
      let reporter = Reporter(program: program, Arguments(), console)
      reporter.report(DecantError(.system(.write, code: code)).about("<stdout>"))
      status = reporter.status
    }
    return status.rawValue
  }

  static func run(
    _ words: ArraySlice<String>, calledAs program: String, _ registry: FormatRegistry,
    as type: DocumentTransform? = nil, on console: Console
  ) -> ExitStatus {
    if program == Plutil.name, type == nil {
      return StackRoom.run(levels: ReadingOptions().maximumDepth) {
        Plutil(console: console).run(words)
      }
    }
    let verb = words.first.flatMap(Verb.named(_:)) ?? .filter
    var parser = ArgumentParser(
      verb.name == .filter ? words : words.dropFirst(), for: verb.name, among: registry)
    var mistake: UsageError?
    do {
      try parser.parse()
    } catch {
      mistake = error
    }
    var console = console
    let progress =
      verb.name == .filter ? ConversionProgress(on: console, parser.arguments) : nil
    if let progress {
      console.writeError = { [writeError = console.writeError] text in
        progress.hide()
        writeError(text)
      }
    }
    defer { progress?.hide() }
    let opened = OpenedFiles()
    let reporter = Reporter(
      program: program, parser.arguments, console, options: { verb.flags(among: registry) },
      contentHint: { registry.hint(of: $0, reading: $1, from: opened) })
    let session = Session(
      shared: Arguments.Shared(parser.arguments), words: words, program: program,
      registry: registry, type: type, console: console, reporter: reporter, opened: opened,
      progress: progress)
    do throws(Failure) {
      if let mistake { throw .usage(mistake) }
      try session.run(verb)
    } catch {
      switch error {
      case .usage(let error): reporter.report(session.answered(error))
      case .error(let error, let format, let hint):
        reporter.report(error, reading: format, hint: hint)
      }
    }
    return reporter.status
  }
}

extension Session {
  fileprivate func run(_ verb: Verb) throws(Failure) {
    if arguments.help {
      try print(help(for: verb))
    } else if arguments.version {
      let version = "\(Tool.name) \(Tool.version)"
      let details = [type == nil ? nil : version, Tool.commit].compactMap(\.self)
      let suffix = details.isEmpty ? "" : " (\(details.joined(separator: ", ")))"
      try print((type == nil ? version : command) + suffix + "\n")
    } else {
      try mappingError(Failure.usage, try refuseHabits(of: verb.name))
      try mappingError(Failure.usage, try refuseOutputs())
      guard Verb.Name.holdingValues.contains(verb.name) else { return try verb.run(self) }
      try StackRoom.run(levels: arguments.plan.reading.maximumDepth) { () throws(Failure) in
        try verb.run(self)
      }
    }
  }
}
