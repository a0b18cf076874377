internal import DecantChanges
internal import DecantCore
internal import DecantFiles
internal import DecantSystem

struct MigrationFile: Sendable {
  enum Task: Sendable {
    case convert(target: String)
    indirect case fail(DecantError)
    case ignore(String)
  }

  let source: String
  let task: Task
  /// Whether it was named by an operand, in full or by a pattern, and not found in a folder.
  var isNamed = false
  var size = 0

  var target: String? { if case .convert(let target) = task { target } else { nil } }
}

extension [MigrationFile] {
  /// Creates the files of a migration, each with its target; one whose target is that of a file before it fails.
  init(_ list: FileList, to names: TargetNames) {
    var sourceOfTarget: [KeyText: String] = [:]
    self = list.files.map { file in
      let task: MigrationFile.Task
      switch file.finding {
      case .failed(let error): task = .fail(error)
      case .ignored(let reason): task = .ignore(reason)
      case .file:
        let target = names.target(for: file.path)
        let path = FilePath.plain(target)
        // A file converted in place cannot collide with the target of another.
        if path == FilePath.plain(file.path) {
          task = .convert(target: target)
        } else if let other = sourceOfTarget[path] {
          let problem = DecantError.MigrationProblem.targetTaken(target, by: other)
          task = .fail(DecantError(.migration(problem)).about(file.path))
        } else {
          sourceOfTarget[path] = file.path
          task = .convert(target: target)
        }
      }
      return MigrationFile(
        source: file.path, task: task, isNamed: file.isNamed, size: file.size)
    }
  }
}

extension FileList {
  /// Removes the temporary files that a killed process left beside the targets.
  func removeLeftovers(besideTargetsOf files: [MigrationFile]) {
    guard options.removesLeftovers else { return }
    var cleaned = cleaned
    for case .convert(let target) in files.lazy.map(\.task) {
      let folder = FilePath.directory(of: target)
      guard cleaned.insert(FilePath.plain(folder)).inserted,
        case .success(let entries) = System.entries(of: folder)
      else { continue }
      for entry in entries where AtomicFile.isTemporaryName(entry.name) {
        removeLeftover(FilePath.joined(folder, entry.name))
      }
    }
  }
}

struct TargetNames {
  let out: String?
  let suffix: String
  let registry: FormatRegistry

  /// Returns the path of the result of `source`; an extension of a known format is replaced, any other is kept.
  func target(for source: String) -> String {
    let path = out.map { FilePath.joined($0, FilePath.inside(source)) } ?? source
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    let start = slash.map { path.utf8.index(after: $0) } ?? path.startIndex
    var name = path[start...]
    if registry.format(forFileNamed: String(name)) != nil
      || FrontMatter.isExpected(inFileNamed: String(name), as: nil),
      let dot = name.utf8.lastIndex(of: UInt8(ascii: "."))
    {
      name = name[..<dot]
    }
    return "\(path[..<start])\(name).\(suffix)"
  }
}
