package import DecantCore
package import DecantSystem

/// The files that operands lead to, in the order of the operands, and in folders of the names.
package struct FileList {
  package private(set) var files: [ListedFile] = []
  package private(set) var ignored = 0

  package struct Options {
    package let registry: FormatRegistry
    package var selection: FileSelection
    /// The format of the wanted files, if it is known.
    package var format: Format?
    /// Whether a file without a known extension is wanted if its content is certainly of a format.
    package var looksIntoFiles = false
    package var listsIgnored = false
    package var avoiding: Set<System.FileIdentity> = []
    /// Whether the files that links lead to are noted, so that they are not removed.
    package var notesLinks = false
    /// Whether temporary files that a killed process left in the folders are removed.
    package var removesLeftovers = false

    package init(registry: FormatRegistry, selection: FileSelection, format: Format? = nil) {
      (self.registry, self.selection, self.format) = (registry, selection, format)
    }
  }

  package let options: Options
  var selection: FileSelection { options.selection }
  /// The files that symbolic links lead to, which must not be removed.
  package private(set) var linked: Set<System.FileIdentity> = []
  private var seen: Set<KeyText> = []
  /// The folders whose temporary files were removed.
  package private(set) var cleaned: Set<KeyText> = []

  package init(_ operands: [String], _ options: Options) {
    self.options = options
    for operand in operands { add(operand) }
    if options.notesLinks { noteLinksBesideFiles() }
  }

  // MARK: Operands

  /// Whether an operand is a folder, or a pattern that the shell did not expand.
  package static func isSearch(_ operand: String) -> Bool {
    switch System.status(of: operand) {
    case .success(let status): return status.kind == .directory
    case .failure:
      guard case .failure = System.statusOfLink(operand) else { return false }
      return Glob.isPattern(operand) && Glob(operand) != nil
    }
  }

  private mutating func add(_ operand: String) {
    switch System.status(of: operand) {
    case .success(let status) where status.kind == .directory:
      walk(operand)
    case .success(let status):
      addNamed(operand, status)
    case .failure(let errno):
      if Self.isSearch(operand), let glob = Glob(operand) {
        let count = files.count
        expand(glob)
        if files.count > count { return }
        fail(operand, DecantError(.specific(FileProblem.noMatch)))
      } else {
        fail(operand, DecantError(.system(.open, code: errno.code)))
      }
    }
  }

  mutating func addNamed(_ path: String, _ status: System.FileStatus) {
    guard status.kind == .regular else {
      fail(path, DecantError(.notARegularFile))
      return
    }
    take(path, size: status.version.size, isNamed: true)
  }

  // MARK: Entries

  /// Adds a file, unless it is listed already.
  mutating func take(_ path: String, size: Int, isNamed: Bool) {
    guard seen.insert(FilePath.plain(path)).inserted else { return }
    files.append(ListedFile(path: path, finding: .file, isNamed: isNamed, size: size))
  }

  mutating func fail(_ path: String, _ error: DecantError) {
    files.append(ListedFile(path: path, finding: .failed(error.about(path)), isNamed: true))
  }

  mutating func ignore(_ path: String, _ reason: String) {
    ignored += 1
    if options.listsIgnored { files.append(ListedFile(path: path, finding: .ignored(reason))) }
  }

  // MARK: Links

  mutating func noteLink(_ path: String) {
    guard options.notesLinks, case .success(let status) = System.status(of: path) else { return }
    linked.insert(status.identity)
  }

  private mutating func noteLinksBesideFiles() {
    var seen = cleaned
    for file in files where file.isNamed {
      let folder = FilePath.directory(of: file.path)
      guard seen.insert(FilePath.plain(folder)).inserted,
        case .success(let entries) = System.entries(of: folder)
      else { continue }
      for entry in entries where entry.kind == .link || entry.kind == .unknown {
        let path = FilePath.joined(folder, entry.name)
        if System.target(ofLink: path) != nil { noteLink(path) }
      }
    }
  }

  // MARK: Temporary files

  /// Removes a temporary file if a killed process left it.
  package func removeLeftover(_ path: String) {
    if options.removesLeftovers { _ = AtomicFile.removeLeftover(path) }
  }

  package mutating func noteCleaned(_ folder: String) {
    cleaned.insert(FilePath.plain(folder))
  }
}

/// Which files in folders are wanted.
package struct FileSelection {
  package var including: [Glob] = []
  package var excluding: [Glob] = []
  package var reserved = Reserved.passedOver

  package init() {}

  /// What happens to hidden files, and to folders that other tools keep.
  package enum Reserved {
    case passedOver
    case included
  }
}

/// A file that operands lead to, or what is wrong with one.
package struct ListedFile: Sendable {
  package enum Finding: Sendable {
    case file
    indirect case failed(DecantError)
    /// A file that a search of folders has passed over, and why.
    case ignored(String)
  }

  package let path: String
  package let finding: Finding
  /// Whether it was named by an operand, in full or by a pattern, and not found in a folder.
  package var isNamed = false
  package var size = 0

  package init(path: String, finding: Finding, isNamed: Bool = false, size: Int = 0) {
    (self.path, self.finding, self.isNamed, self.size) = (path, finding, isNamed, size)
  }
}

/// What is wrong with a name of a file, or a pattern of names.
package enum FileProblem: SpecificProblem {
  case nameIsNotUTF8
  case noMatch

  package var message: String {
    switch self {
    case .nameIsNotUTF8: "the name is not valid UTF-8"
    case .noMatch: "no file matches"
    }
  }

  package var hint: String? { self == .nameIsNotUTF8 ? "rename it first" : nil }

  package var category: DecantError.Category { .openingInput }
}
