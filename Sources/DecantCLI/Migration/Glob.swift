/// A pattern for paths, as shells have them.
///
///     *      any characters but a slash          [a-z]  one of these characters, or none with [!a-z]
///     ?      one character but a slash           \      the next character as it is
///     **     as a whole component: any folders, or none
///
/// Whether a name that begins with a dot matches a `*` is for the user of the pattern to say.
struct Glob: Sendable {
  enum Component: Sendable, Equatable {
    /// `**`
    case anyFolders
    case name(NamePattern)
  }

  /// The components, between slashes.
  let components: [Component]
  /// Whether the pattern begins at the root of all.
  let isAbsolute: Bool
  /// Whether only folders are meant, as a slash at the end says.
  let wantsFolder: Bool

  /// Parses a pattern; nil if there is nothing in it, or a bracket that is never closed.
  init?(_ text: String) {
    var components: [Component] = []
    for part in text.split(separator: "/") {
      if part == "**" {
        if components.last != .anyFolders { components.append(.anyFolders) }
      } else {
        guard let name = NamePattern(part) else { return nil }
        components.append(.name(name))
      }
    }
    guard !components.isEmpty else { return nil }
    self.components = components
    isAbsolute = text.hasPrefix("/")
    wantsFolder = text.hasSuffix("/")
  }

  /// Whether a component of the pattern names `name`, which is hidden or would be passed over: by its leading dot,
  /// or in full.
  func names(_ name: String) -> Bool {
    components.contains { component in
      guard case .name(let pattern) = component, pattern.matches(name) else { return false }
      return pattern.beginsWithDot || pattern.literal == name
    }
  }

  /// Whether a text has characters that make it a pattern.
  static func isPattern(_ text: String) -> Bool {
    text.utf8.contains {
      $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "[")
    }
  }

  /// Whether the pattern matches a path below some folder; one of a single component, the path's last.
  func matches(path: [Substring], isFolder: Bool) -> Bool {
    guard !path.isEmpty, isFolder || !wantsFolder else { return false }
    if components.count == 1, !isAbsolute { return matches(path.suffix(1)) }
    return matches(path[...])
  }

  private func matches(_ path: ArraySlice<Substring>) -> Bool {
    var places = States(beginningOf: self)
    for name in path { places = places.after(String(name), of: self, hiding: false) }
    return places.isAtEnd(of: self)
  }

  /// The components that may come next: all ways of matching a path at once.
  struct States: Hashable {
    private var places: Set<Int>

    init(beginningOf glob: Glob) {
      places = [0]
      skipFolders(of: glob)
    }

    private init() { places = [] }

    var isEmpty: Bool { places.isEmpty }

    /// The ways that are left when a component of the path is `name`.
    ///
    /// Names that begin with a dot are matched by patterns that do, where `hiding` says so.
    func after(_ name: String, of glob: Glob, hiding: Bool) -> States {
      var next = States()
      for place in places where place < glob.components.count {
        switch glob.components[place] {
        case .anyFolders:
          if !hiding || !name.hasPrefix(".") { next.places.insert(place) }
        case .name(let pattern):
          if hiding, name.hasPrefix("."), !pattern.beginsWithDot { continue }
          if pattern.matches(name) { next.places.insert(place + 1) }
        }
      }
      next.skipFolders(of: glob)
      return next
    }

    /// Whether the path may end here.
    func isAtEnd(of glob: Glob) -> Bool {
      places.contains(glob.components.count)
    }

    /// The next component, where only one name can be it; nil where several may.
    func onlyName(of glob: Glob) -> String? {
      guard places.count == 1, let place = places.first, place < glob.components.count,
        case .name(let pattern) = glob.components[place]
      else { return nil }
      return pattern.literal
    }

    /// `**` represents no folder as well.
    private mutating func skipFolders(of glob: Glob) {
      for place in places where place < glob.components.count {
        if glob.components[place] == .anyFolders { places.insert(place + 1) }
      }
    }
  }
}
