internal import DecantCore
package import DecantSystem

/// The walk through folders, without recursion: links to folders are not followed, and files to avoid are left out.
extension FileList {
  private typealias Folder = (path: String, below: String)

  /// Adds the wanted files below a folder; does not follow links to folders.
  mutating func walk(_ folder: String) {
    var folders = OpenFolders<Folder>()
    enter(folder, below: "", &folders)
    while let (folder, entry) = folders.next() { visit(entry, in: folder, &folders) }
  }

  private mutating func enter(
    _ path: String, below: String, _ folders: inout OpenFolders<Folder>
  ) {
    // The operand itself is walked even if it is to be avoided.
    if !below.isEmpty, case .success(let status) = System.status(of: path),
      options.avoiding.contains(status.identity)
    {
      return
    }
    switch System.entries(of: path) {
    case .success(let entries):
      noteCleaned(path)
      folders.enter((path, below), entries)
    case .failure(let errno):
      fail(path, DecantError(.system(.open, code: errno.code)))
    }
  }

  private mutating func visit(
    _ entry: System.DirectoryEntry, in folder: Folder, _ folders: inout OpenFolders<Folder>
  ) {
    let path = FilePath.joined(folder.path, entry.name)
    guard entry.isText else {
      if isWanted(entry.name, path) {
        fail(path, DecantError(.specific(FileProblem.nameIsNotUTF8)))
      } else {
        ignore(path, "the name is not valid UTF-8")
      }
      return
    }
    let below = folder.below + entry.name
    var kind = entry.kind
    if kind == .unknown { kind = Self.kind(of: path) }
    if kind == .link { noteLink(path) }
    if AtomicFile.isTemporaryName(entry.name) {
      removeLeftover(path)
      return
    }
    if selection.reserved == .passedOver, isReserved(entry.name, isFolder: kind == .directory) {
      if kind == .directory { noteLinks(in: path) }
      return ignore(path, entry.name.hasPrefix(".") ? "hidden" : "kept by another tool")
    }
    switch kind {
    case .directory:
      if matches(selection.excluding, below, isFolder: true) { return ignore(path, "excluded") }
      enter(path, below: below + "/", &folders)
    case .regular, .link:
      consider(path, below: below, isLink: kind == .link)
    case .other, .unknown:
      ignore(path, "not a regular file")
    }
  }

  private static let foldersOfTools: Set<String> = [
    "node_modules", "bower_components", "jspm_packages", "__pycache__", "Pods", "Carthage",
    "DerivedData",
  ]

  func isReserved(_ name: String, isFolder: Bool) -> Bool {
    guard name.hasPrefix(".") || isFolder && Self.foldersOfTools.contains(name) else {
      return false
    }
    return !selection.including.contains { $0.names(name) }
  }

  private mutating func noteLinks(in folder: String) {
    guard options.notesLinks else { return }
    var folders = [folder]
    while let folder = folders.popLast() {
      guard case .success(let entries) = System.entries(of: folder) else { continue }
      for entry in entries {
        let path = FilePath.joined(folder, entry.name)
        switch entry.kind == .unknown ? Self.kind(of: path) : entry.kind {
        case .directory: folders.append(path)
        case .link: noteLink(path)
        case .regular, .other, .unknown: break
        }
      }
    }
  }

  private static func kind(of path: String) -> System.DirectoryEntry.Kind {
    guard case .success(let status) = System.statusOfLink(path) else { return .other }
    switch status.kind {
    case .regular: return .regular
    case .directory: return .directory
    case .other: return System.target(ofLink: path) == nil ? .other : .link
    }
  }

  private mutating func consider(_ path: String, below: String, isLink: Bool) {
    if matches(selection.excluding, below, isFolder: false) { return ignore(path, "excluded") }
    let isIncluded = matches(selection.including, below, isFolder: false)
    guard selection.including.isEmpty || isIncluded else { return ignore(path, "not included") }
    switch System.status(of: path) {
    case .failure(let errno):
      // A dangling link.
      guard isIncluded || isWanted(below, path) else { return ignore(path, "not recognized") }
      fail(path, DecantError(.system(.open, code: errno.code)))
    case .success(let status):
      guard !options.avoiding.contains(status.identity) else { return }
      guard status.kind != .directory else { return ignore(path, "a link to a folder") }
      guard status.kind == .regular else { return ignore(path, "not a regular file") }
      guard isIncluded || isWanted(below, path) else { return ignore(path, "not recognized") }
      take(path, size: status.version.size, isNamed: false)
    }
  }

  private func isWanted(_ name: String, _ path: String) -> Bool {
    let registry = options.registry
    let known = registry.format(forFileNamed: name)
    if let format = options.format {
      return known.map { format.name == $0.name || $0.hasMember(format) || format.hasMember($0) }
        ?? false
    }
    if let known { return known.isReadable }
    guard options.looksIntoFiles, !ForeignFormat.isLookalike(name) else { return false }
    let size = FormatRegistry.contentSampleSize
    let beginning = FileSource.beginning(of: path, count: size)
    return registry.isCertain(
      of: FormatDetection.Sample(beginning, isWhole: beginning.count < size))
  }

  package func matches(_ globs: [Glob], _ path: String, isFolder: Bool) -> Bool {
    guard !globs.isEmpty else { return false }
    let parts = path.split(separator: "/")
    return globs.contains { $0.matches(path: parts, isFolder: isFolder) }
  }
}

/// The folders that a walk is in, and the entries of each that are still to be visited, in the order of their names.
package struct OpenFolders<Folder> {
  private var folders: [(folder: Folder, entries: ArraySlice<System.DirectoryEntry>)] = []

  package init() {}

  package mutating func enter(_ folder: Folder, _ entries: [System.DirectoryEntry]) {
    let entries = entries.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    folders.append((folder, entries[...]))
  }

  package mutating func next() -> (folder: Folder, entry: System.DirectoryEntry)? {
    while let last = folders.indices.last {
      if let entry = folders[last].entries.popFirst() { return (folders[last].folder, entry) }
      folders.removeLast()
    }
    return nil
  }
}
