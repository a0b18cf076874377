import Decant
import DecantCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A tool that maintains archives of logbooks, of any edition of the app.
///
///     logbook FILE...             describes each logbook
///     logbook upgrade FILE...     archives each again in the current version
///     logbook import OLD NEW      converts an NSKeyedArchiver archive
@main enum LogbookTool {
  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    do {
      switch arguments.first {
      case "upgrade": try upgrade(arguments.dropFirst())
      case "import" where arguments.count == 3: try bringOver(arguments[1], to: arguments[2])
      case "import", nil: fail("usage: logbook [upgrade] FILE... | logbook import OLD NEW", 64)
      default: try describe(arguments)
      }
    } catch {
      fail("logbook: error: \(error)", 65)
    }
  }

  private static func describe(_ files: [String]) throws {
    for file in files {
      let header = try Archive.header(of: file)
      let logbook = try Archive.read(Logbook.self, from: file)
      let metres = logbook.walks.map(\.metres).reduce(0, +)
      print(
        "\(file): \(header.type) \(header.schema), \(logbook.owner): "
          + "\(logbook.walks.count) walks, \(metres) m")
    }
  }

  /// Each file is replaced atomically.
  private static func upgrade(_ files: ArraySlice<String>) throws {
    for file in files {
      try Archive.write(Archive.read(Logbook.self, from: file), to: file)
    }
  }

  private static func bringOver(_ old: String, to new: String) throws {
    let archived = try KeyedArchive.decode(
      ArchivedLogbook.self, from: FileSource(old), named: old, classes: ArchivedLogbook.classes)
    try Archive.write(Logbook(archived), to: new)
  }

  private static func fail(_ message: String, _ status: Int32) -> Never {
    let sink = ByteSink(DescriptorDestination(2))
    try? sink.write(message + "\n")
    try? sink.flush()
    exit(status)
  }
}
