internal import DecantCore

/// The files of a migration, in the order of the operands, and in folders of the names.
struct FileList {
  private(set) var files: [MigrationFile] = []

  struct Options {
    var names: TargetNames
    var arguments: MigrationArguments
    var format: Format?
    var listsIgnored = false
    var avoiding: Set<System.FileIdentity> = []
  }

  enum Reserved {
    case passedOver
    case included
  }

  let options: Options
  var arguments: MigrationArguments { options.arguments }
  /// The files that symbolic links lead to, which must not be removed.
  private(set) var linked: Set<System.FileIdentity> = []
  private var seen: Set<KeyText> = []
  private var sourceOfTarget: [KeyText: String] = [:]
  private var cleaned: Set<KeyText> = []

  init(_ operands: [String], _ options: Options) {
    self.options = options
    for operand in operands { add(operand) }
    if arguments.replaces { noteLinksBesideSources() }
    cleanFoldersOfTargets()
  }

  // MARK: Operands

  private mutating func add(_ operand: String) {
    switch System.status(of: operand) {
    case .success(let status) where status.kind == .directory:
      walk(operand)
    case .success(let status):
      addNamed(operand, status)
    case .failure(let errno):
      if Glob.isPattern(operand), case .failure = System.statusOfLink(operand),
        let glob = Glob(operand)
      {
        let count = files.count
        expand(glob)
        if files.count > count { return }
        fail(operand, DecantError(.migration(.noMatch)))
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

  /// Adds a file, unless it is listed already; fails it if its target is that of another file.
  mutating func take(_ path: String, size: Int, isNamed: Bool) {
    guard seen.insert(TargetNames.plain(path)).inserted else { return }
    let target = options.names.target(for: path)
    // A file converted in place cannot collide with the target of another.
    if TargetNames.plain(target) != TargetNames.plain(path) {
      if let other = sourceOfTarget[TargetNames.plain(target)] {
        let problem = DecantError.MigrationProblem.targetTaken(target, by: other)
        let error = DecantError(.migration(problem)).about(path)
        files.append(MigrationFile(source: path, task: .fail(error), isNamed: isNamed, size: size))
        return
      }
      sourceOfTarget[TargetNames.plain(target)] = path
    }
    files.append(
      MigrationFile(source: path, task: .convert(target: target), isNamed: isNamed, size: size))
  }

  mutating func fail(_ path: String, _ error: DecantError) {
    files.append(MigrationFile(source: path, task: .fail(error.about(path)), isNamed: true))
  }

  mutating func ignore(_ path: String, _ reason: String) {
    if options.listsIgnored { files.append(MigrationFile(source: path, task: .ignore(reason))) }
  }

  // MARK: Links

  mutating func noteLink(_ path: String) {
    guard arguments.replaces, case .success(let status) = System.status(of: path) else { return }
    linked.insert(status.identity)
  }

  private mutating func noteLinksBesideSources() {
    var seen = cleaned
    for file in files where file.isNamed {
      let folder = AtomicFile.directory(of: file.source)
      guard seen.insert(TargetNames.plain(folder)).inserted,
        case .success(let entries) = System.entries(of: folder)
      else { continue }
      for entry in entries where entry.kind == .link || entry.kind == .unknown {
        let path = TargetNames.joined(folder, entry.name)
        if System.target(ofLink: path) != nil { noteLink(path) }
      }
    }
  }

  // MARK: Temporary files

  /// Removes a temporary file if a killed process left it.
  func removeLeftover(_ path: String) {
    if !arguments.isDryRun { _ = AtomicFile.removeLeftover(path) }
  }

  mutating func noteCleaned(_ folder: String) {
    cleaned.insert(TargetNames.plain(folder))
  }

  private mutating func cleanFoldersOfTargets() {
    guard !arguments.isDryRun else { return }
    for case .convert(let target) in files.lazy.map(\.task) {
      let folder = AtomicFile.directory(of: target)
      guard cleaned.insert(TargetNames.plain(folder)).inserted,
        case .success(let entries) = System.entries(of: folder)
      else { continue }
      for entry in entries where AtomicFile.isTemporaryName(entry.name) {
        removeLeftover(TargetNames.joined(folder, entry.name))
      }
    }
  }
}
