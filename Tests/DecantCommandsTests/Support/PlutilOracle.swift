import DecantTestSupport
import Foundation

/// The plutil of Swift's toolchain, compared with decant called by that name.
enum PlutilOracle {
  static let isInstalled: Bool = {
    let isFound = (try? Scratch().shell("plutil -help").status) == 0
    if !isFound { print("not at hand: plutil") }
    return isFound
  }()

  /// Runs the toolchain's plutil, and then decant, each in a folder with the same files.
  static func outcomes(
    of arguments: String, on files: [String: String]
  ) throws -> (theirs: Run, ours: Run) {
    let ours = "ln -s \"$(command -v decant)\" bin/plutil; PATH=$PWD/bin:$PATH"
    return (
      try run("plutil \(arguments)", on: files),
      try run(
        "mkdir bin; \(ours); plutil \(arguments); status=$?; rm -r bin; exit $status", on: files)
    )
  }

  struct Run: Equatable {
    var outcome: Outcome
    var files: [String: Data]
  }

  private static func run(_ script: String, on files: [String: String]) throws -> Run {
    let scratch = try Scratch()
    for (name, text) in files { try scratch.write(text, to: name) }
    let outcome = try scratch.shell(script)
    var result: [String: Data] = [:]
    for name in try scratch.names {
      result[name] = try Data(contentsOf: URL(filePath: "\(scratch.path)/\(name)"))
    }
    return Run(outcome: outcome, files: result)
  }
}
