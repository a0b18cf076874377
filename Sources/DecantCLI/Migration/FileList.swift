internal import Decant

/// All that there is to do, in the order in which it is told: that of the operands, and in folders that of the
/// names.
struct FileList {
  private(set) var files: [MigrationFile] = []

  /// What of the options it needs to know.
  struct Options {
    var names: TargetNames
    var including: [Glob] = []
    var excluding: [Glob] = []
    /// The format that all files are said to be in.
    var format: Format?
    /// Whether files that are not wanted are told of.
    var tellsIgnored = false
    /// Which of the files that other tools keep are looked for in folders.
    var reserved = Reserved.passedOver
    /// Whether sources are to be removed, so that links to them matter.
    var removes = false
    /// Whether what killed processes left is removed.
    var cleans = true
    /// Files and folders that are not to be looked at, because the migration itself writes to them.
    var avoiding: Set<System.FileIdentity> = []
  }

  /// What is done with hidden files, and with folders that belong to other tools.
  enum Reserved {
    /// They are passed over unless they are named.
    case passedOver
    case included
  }

  let options: Options
  /// The files that symbolic links lead to, which must not be removed.
  private(set) var linked: Set<System.FileIdentity> = []
  /// The sources that are listed, by their plain paths, and the target of each.
  private var seen: Set<String> = []
  private var sourceOfTarget: [String: String] = [:]
  /// The folders whose abandoned temporary files are removed.
  private var cleaned: Set<String> = []

  init(_ operands: [String], _ options: Options) {
    self.options = options
    for operand in operands { add(operand) }
    if options.removes { noteLinksBesideSources() }
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

  /// Takes a file that was named, in full or by a pattern.
  mutating func addNamed(_ path: String, _ status: System.FileStatus) {
    guard status.kind == .regular else {
      fail(path, DecantError(.notARegularFile))
      return
    }
    take(path, size: status.version.size, isNamed: true)
  }

  // MARK: What becomes of a file

  /// Takes a file, unless it is there already or its result would be where another's does.
  mutating func take(_ path: String, size: Int, isNamed: Bool) {
    guard seen.insert(TargetNames.plain(path)).inserted else { return }
    let target = options.names.target(for: path)
    // A file that is in its place already takes no other's.
    if TargetNames.plain(target) != TargetNames.plain(path) {
      if let other = sourceOfTarget[TargetNames.plain(target)] {
        let problem = DecantError.MigrationProblem.targetTaken(target, by: other)
        append(
          path, .fail(DecantError(.migration(problem)).about(path)), isNamed: isNamed, size: size)
        return
      }
      sourceOfTarget[TargetNames.plain(target)] = path
    }
    append(path, .convert(target: target), isNamed: isNamed, size: size)
  }

  mutating func fail(_ path: String, _ error: DecantError) {
    append(path, .fail(error.about(path)), isNamed: true, size: 0)
  }

  mutating func ignore(_ path: String, _ reason: String) {
    guard options.tellsIgnored else { return }
    append(path, .ignore(reason), isNamed: false, size: 0)
  }

  private mutating func append(
    _ path: String, _ task: MigrationFile.Task, isNamed: Bool, size: Int
  ) {
    files.append(MigrationFile(source: path, task: task, isNamed: isNamed, size: size))
  }

  // MARK: Links

  /// Notes that the file which the link at `path` leads to must stay.
  mutating func noteLink(_ path: String) {
    guard options.removes, case .success(let status) = System.status(of: path) else { return }
    linked.insert(status.identity)
  }

  /// Looks for links in the folders of sources that were named, in which no files were looked for.
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

  // MARK: Litter

  /// Removes a temporary file that a killed process left; false if it is not one of those.
  mutating func isTemporary(_ path: String, _ name: String) -> Bool {
    guard AtomicFile.isTemporaryName(name) else { return false }
    if options.cleans { _ = AtomicFile.removeAbandoned(path) }
    return true
  }

  mutating func noteCleaned(_ folder: String) {
    cleaned.insert(TargetNames.plain(folder))
  }

  /// Cleans the folders that results go to and that nothing was looked for in.
  private mutating func cleanFoldersOfTargets() {
    guard options.cleans else { return }
    for case .convert(let target) in files.lazy.map(\.task) {
      let folder = AtomicFile.directory(of: target)
      guard cleaned.insert(TargetNames.plain(folder)).inserted,
        case .success(let entries) = System.entries(of: folder)
      else { continue }
      for entry in entries {
        _ = isTemporary(TargetNames.joined(folder, entry.name), entry.name)
      }
    }
  }
}
