internal import DecantCore
internal import DecantSystem

/// Patterns that the shell did not expand.
extension FileList {
  private typealias Folder = (path: String, states: Glob.States)

  mutating func expand(_ glob: Glob) {
    var folders = OpenFolders<Folder>()
    // `**` would follow cycles of links.
    let followsLinks = !glob.components.contains(.anyFolders)
    enter(glob.isAbsolute ? "/" : "", Glob.States(beginningOf: glob), glob, &folders)
    while let (folder, entry) = folders.next() {
      let path = folder.path.isEmpty ? entry.name : FilePath.joined(folder.path, entry.name)
      if entry.kind == .link || entry.kind == .unknown { noteLink(path) }
      let isHiding = selection.reserved == .passedOver
      // A pattern must contain the name of a tool's folder, as it must the dot of a hidden one.
      guard
        !isHiding || entry.name.hasPrefix(".") || glob.names(entry.name)
          || !isReserved(entry.name, isFolder: entry.kind == .directory)
      else { continue }
      let states = folder.states.after(entry.name, of: glob, hiding: isHiding)
      guard !states.isEmpty, entry.isText, !AtomicFile.isTemporaryName(entry.name) else { continue }

      guard case .success(let status) = System.status(of: path) else { continue }
      let isEnd = states.isAtEnd(of: glob)
      switch status.kind {
      case .directory:
        guard !isLeftOut(path, isFolder: true) else { continue }
        if isEnd {
          walk(path)
        } else if followsLinks || System.target(ofLink: path) == nil {
          enter(path, states, glob, &folders)
        }
      case .regular:
        guard isEnd, !glob.wantsFolder, !isLeftOut(path, isFolder: false),
          !options.avoiding.contains(status.identity)
        else { continue }
        addNamed(path, status)
      case .other:
        if isEnd { ignore(path, "not a regular file") }
      }
    }
  }

  private func isLeftOut(_ path: String, isFolder: Bool) -> Bool {
    if matches(selection.excluding, path, isFolder: isFolder) { return true }
    return !isFolder && !selection.including.isEmpty
      && !matches(selection.including, path, isFolder: false)
  }

  private mutating func enter(
    _ path: String, _ states: Glob.States, _ glob: Glob,
    _ folders: inout OpenFolders<Folder>
  ) {
    // A literal name needs no listing, which its folder may not permit.
    if let name = states.onlyName(of: glob) {
      let entry = System.DirectoryEntry(name: name, kind: .unknown)
      return folders.enter((path, states), [entry])
    }
    let folder = path.isEmpty ? "." : path
    if !path.isEmpty, case .success(let status) = System.status(of: folder),
      options.avoiding.contains(status.identity)
    {
      return
    }
    switch System.entries(of: folder) {
    case .success(let entries):
      folders.enter((path, states), entries)
    case .failure(let errno):
      fail(folder, DecantError(.system(.open, code: errno.code)))
    }
  }
}
