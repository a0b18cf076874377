import Decant
import DecantCore
import Foundation

/// A program of printed types, each in a namespace of its own, that decodes documents as these types and encodes them.
///
/// It links the library that the tests use. All sets are compiled at once, since the compiler takes seconds to start.
public struct TypesProgram {
  private var imports: Set<String> = ["Decant"]
  private var types: [String] = []
  private var calls: [String] = []
  private var extensions: [String] = []

  public init() {}

  /// Whether a compiler and the compiled library are there.
  public static let isAvailable: Bool =
    !Thoroughness.isSanitized
    && FileManager.default.fileExists(atPath: directory + "/Decant.build") && compiler != nil

  private static let directory = URL(filePath: CommandLine.arguments[0])
    .deletingLastPathComponent().path()
  /// Decant and what it consists of.
  private static let modules = [
    "DecantPlatform", "DecantSystem", "DecantCore", "DecantFiles", "DecantEditing", "DecantJSON",
    "DecantYAML", "DecantTOML", "DecantPropertyList", "DecantBinary", "DecantCSV", "DecantFormats",
    "DecantConversion", "DecantChanges", "DecantCoding", "Decant",
  ]

  private static let compiler: String? = (ProcessInfo.processInfo.environment["PATH"] ?? "")
    .split(separator: ":").map { "\($0)/swiftc" }.first(where: FileManager.default.isExecutableFile)

  /// Adds types whose root is `Root`, and the files that they describe.
  public mutating func add(_ source: String, named name: String, files: [String]) {
    add(source, named: name)
    for file in files {
      calls.append(
        "check(\(name).Root.self, \(file.debugDescription), in: \(name.debugDescription))")
    }
  }

  /// Adds types of a keyed archive, which it only decodes.
  public mutating func add(_ source: String, named name: String, archive: String) {
    add(source, named: name)
    let table = source.contains("enum RootClasses") ? "\(name).RootClasses.table" : "[:]"
    calls.append(
      "decode(\(name).Root.self, \(archive.debugDescription), \(table), in: \(name.debugDescription))"
    )
  }

  /// Adds archivable types of a keyed archive, and an archive of its objects: these come back from archives in each format.
  public mutating func add(
    _ source: String, named name: String, archive: String, archived: String
  ) {
    add(source, named: name)
    calls.append(
      "keep(\(name).Root.self, \(archive.debugDescription), \(archived.debugDescription), "
        + "in: \(name.debugDescription))")
  }

  /// Adds types, and a file of JSON Lines that they decode; what they encode again is at the path with `.again` after it.
  public mutating func add(_ source: String, named name: String, lines file: String) {
    add(source, named: name)
    imports.insert("Foundation")
    calls.append(
      "encodeAgain(\(name).Root.self, \(file.debugDescription), in: \(name.debugDescription))")
  }

  /// Adds types, which are only compiled.
  public mutating func add(_ source: String, named name: String) {
    var lines = source.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    for line in lines where line.hasPrefix("import ") { imports.insert(String(line.dropFirst(7))) }
    lines.removeAll { $0.hasPrefix("import ") }
    // An extension cannot be inside the namespace.
    if let first = lines.firstIndex(of: "extension KeyedDecodingContainer {") {
      let last = lines[first...].firstIndex(of: "}") ?? lines.count - 1
      extensions += lines[first...last].map {
        $0.replacing("RootNullable", with: "\(name).RootNullable")
      }
      lines.removeSubrange(first...last)
    }
    types.append("enum \(name) {\n\(lines.joined(separator: "\n"))\n}\n")
  }

  private var source: String {
    imports.sorted().map { "import \($0)\n" }.joined() + types.joined(separator: "\n")
      + extensions.joined(separator: "\n") + "\n"
  }

  /// Checks the types without compiling them; returns what is not Swift.
  public func typeErrors(in scratch: Scratch) throws -> String {
    try scratch.write(source, to: "Types.swift")
    let checked = try scratch.shell(Self.command(in: scratch) + " -typecheck Types.swift")
    return checked.status == 0 ? "" : checked.output + checked.errors
  }

  /// Compiles and runs the program; returns what does not compile, decode or come back.
  public func problems(in scratch: Scratch) throws -> String {
    // The types need only `Decant`; the checks read an input.
    try scratch.write("import DecantConversion\n" + source + Self.checks, to: "Types.swift")
    try scratch.write(calls.joined(separator: "\n") + "\n", to: "main.swift")
    let compiled = try Self.compile(["Types.swift", "main.swift"], in: scratch)
    guard compiled.status == 0 else { return compiled.output + compiled.errors }
    let run = try scratch.shell("./program")
    return run.output + run.errors
  }

  /// Compiles files to a program that links the library; warnings are errors.
  public static func compile(_ files: [String], in scratch: Scratch) throws -> Outcome {
    let files = files.joined(separator: " ")
    return try scratch.shell("\(command(in: scratch)) \(files) \(libraryObjects) -o program")
  }

  private static let sources = "/" + Corpora.package + "/Sources"

  /// The compiler, with the modules of the library.
  public static func command(in scratch: Scratch) -> String {
    """
    '\(compiler ?? "swiftc")' -swift-version 6 -warnings-as-errors -Onone -I '\(directory)/Modules' \
    -Xcc '-fmodule-map-file=\(sources)/CSystem/module.modulemap' -module-cache-path '\(scratch.path)/cache'
    """
  }

  /// Returns the compiled sources of the library; there may also be those of sources that were since removed.
  private static var libraryObjects: String {
    modules.flatMap { module in
      let paths = FileManager.default.enumerator(atPath: sources + "/\(module)")?.allObjects ?? []
      return paths.compactMap { path -> String? in
        guard let path = path as? String, path.hasSuffix(".swift") else { return nil }
        return "'\(directory)/\(module).build/\(path.split(separator: "/").last ?? "").o'"
      }
    }
    .joined(separator: " ")
  }

  private static let checks = """
    func report(_ set: String, _ file: String, _ words: Any) {
      print("\\(set): \\(file): \\(words)")
    }

    func check<T: Codable>(_ type: T.Type, _ file: String, in set: String) {
      do {
        let name = String(file.split(separator: "/").last ?? "")
        let known = FormatRegistry.standard.format(forFileNamed: name)
        let format =
          try known ?? Input(FileSource(file), named: file, detecting: .standard).format
        var reader = try DocumentReader(FileSource(file), named: file, as: format)
        var decoded = try FormatDecoder(format).documents(of: type, from: FileSource(file), named: file)
        let target = FormatRegistry.standard.format(forFileNamed: format.isWritable ? name : "x.json")
        let encoder = FormatEncoder(target ?? format)
        while let document = try reader.next() {
          guard let value = try decoded.next() else { return report(set, file, "fewer documents") }
          let again = try Document(parsing: encoder.encodeBytes(value), as: target ?? format)
          let (one, other) = (try document.value, try again.value)
          if !areSame(one, other) { report(set, file, "\\(one)\\nis not\\n\\(other)") }
        }
      } catch {
        report(set, file, error)
      }
    }

    func encodeAgain<T: Codable>(_ type: T.Type, _ file: String, in set: String) {
      var count = 0
      do {
        var decoded = try FormatDecoder(.jsonLines).documents(of: type, from: FileSource(file), named: file)
        var lines = ""
        while let value = try decoded.next() {
          lines += try FormatEncoder(.jsonLines).encodeText(value)
          count += 1
        }
        try lines.write(toFile: file + ".again", atomically: false, encoding: .utf8)
      } catch {
        report(set, file, "line \\(count + 1): \\(error)")
      }
    }

    func decode<T: Codable>(
      _ type: T.Type, _ file: String, _ classes: KeyedArchive.Classes, in set: String
    ) {
      do {
        _ = try KeyedArchive.decode(type, from: FileSource(file), named: file, classes: classes)
      } catch {
        report(set, file, error)
      }
    }

    func keep<T: Archivable>(_ type: T.Type, _ file: String, _ archived: String, in set: String) {
      do {
        let old = try KeyedArchive.decode(
          type, from: FileSource(file), named: file, classes: T.archiveClasses)
        let json = try Archive.data(of: old, as: .json)
        let formats: [Format] = [
          .json, .json5, .jsonLines, .yaml, .toml, .cbor, .messagePack, .xmlPropertyList,
          .binaryPropertyList, .openStepPropertyList,
        ]
        for format in formats {
          let back = try Archive.read(type, from: Archive.data(of: old, as: format), as: format)
          if try Archive.data(of: back, as: .json) != json { report(set, file, format.name) }
        }
        let direct = try Archive.read(type, from: archived)
        if try Archive.data(of: direct, as: .json) != json { report(set, archived, "differs") }
      } catch {
        report(set, file, error)
      }
    }

    /// Numbers are compared by value: one with more digits than any type has is rounded to a double.
    /// Local dates and times are decoded as strings, and keys are strings in Swift.
    func areSame(_ one: Value, _ other: Value) -> Bool {
      switch (one, other) {
      case (.number(let one), .number(let other)): one == other || one.double == other.double
      case (.localTime(let one), .string(let other)): one.text == other
      case (.sequence(let ones), .sequence(let others)):
        ones.count == others.count && zip(ones, others).allSatisfy { areSame($0, $1) }
      case (.mapping(let one), .mapping(let other)):
        one.count == other.count
          && one.allSatisfy { pair in
            let key = pair.key.string ?? pair.key.description
            return other.contains { $0.key.string == key && areSame(pair.value, $0.value) }
          }
      default: one == other
      }
    }

    """
}
