/// What a format and its files are called, in lists whose words have bars between them: `yaml|yml`.
///
/// A registry finds a format by these words and makes no other one: to make all for the name of a file was a third of a start.
package struct FormatNames: Sendable, Equatable {
  package let name: String
  package let aliases: String
  package let extensions: String
  /// Whole names of files; one may be a pattern, such as `tsconfig.*.json` or `.vscode/*.json`.
  package let fileNames: String
  /// The formats of a family.
  package let members: String
  /// The family that the format refines.
  package let refines: String?

  package init(
    _ name: String, aliases: String = "", extensions: String = "", fileNames: String = "",
    members: String = "", refines: String? = nil
  ) {
    (self.name, self.aliases, self.extensions) = (name, aliases, extensions)
    (self.fileNames, self.members, self.refines) = (fileNames, members, refines)
  }

  func isNamed(_ wanted: String) -> Bool { name == wanted || Self.has(wanted, in: aliases) }

  func hasExtension(_ suffix: String) -> Bool { Self.has(suffix, in: extensions) }

  /// Whether the format is one, or a family of which it is one.
  func includes(_ name: String) -> Bool { self.name == name || Self.has(name, in: members) }

  /// Whether a file with a path has one of the names.
  func hasFileName(of path: String) -> Bool {
    Self.hasWord(in: fileNames) { word in
      path.withBytes { path in
        let star = word.firstIndex(of: UInt8(ascii: "*"), in: 0..<word.byteCount)
        guard let star else { return path.endsWithName(word) }
        let end = word.extracting(star + 1..<word.byteCount)
        let nameStart = path.byteCount - path.lengthOfName
        guard path.byteCount - nameStart >= end.byteCount, path.hasSuffix(end) else {
          return false
        }
        let start = word.extracting(0..<star)
        // A folder is before the last slash.
        if start.byteCount > start.lengthOfName {
          let folder = path.extracting(0..<max(0, nameStart - 1))
          return nameStart > 0
            && folder.endsWithName(word.extracting(0..<star - start.lengthOfName - 1))
        }
        let length = path.byteCount - nameStart
        return length > star + end.byteCount
          && path.extracting(nameStart..<nameStart + star).isEqual(to: start)
      }
    }
  }

  /// Whether a list has a word; capital letters are equal to small ones.
  private static func has(_ wanted: String, in list: String) -> Bool {
    !list.isEmpty
      && wanted.withBytes { wanted in
        hasWord(in: list) { word in
          guard word.byteCount == wanted.byteCount else { return false }
          for index in 0..<word.byteCount
          where word.byte(at: index).small != wanted.byte(at: index).small { return false }
          return true
        }
      }
  }

  private static func hasWord(in list: String, _ isWanted: (RawSpan) -> Bool) -> Bool {
    guard !list.isEmpty else { return false }
    return list.withBytes { bytes in
      var start = 0
      while start < bytes.byteCount {
        let end =
          bytes.firstIndex(of: UInt8(ascii: "|"), in: start..<bytes.byteCount) ?? bytes.byteCount
        if isWanted(bytes.extracting(start..<end)) { return true }
        start = end + 1
      }
      return false
    }
  }
}

extension UInt8 {
  fileprivate var small: UInt8 { 0x41...0x5A ~= self ? self | 0x20 : self }
}

extension RawSpan {
  /// The number of bytes after the last slash.
  fileprivate var lengthOfName: Int {
    var length = 0
    while length < byteCount, byte(at: byteCount - 1 - length) != UInt8(ascii: "/") { length += 1 }
    return length
  }

  fileprivate func hasSuffix(_ suffix: RawSpan) -> Bool {
    byteCount >= suffix.byteCount
      && extracting(byteCount - suffix.byteCount..<byteCount).isEqual(to: suffix)
  }

  /// Whether a path ends with a name, at its beginning or after a slash.
  fileprivate func endsWithName(_ name: RawSpan) -> Bool {
    let rest = byteCount - name.byteCount
    return hasSuffix(name) && (rest == 0 || byte(at: rest - 1) == UInt8(ascii: "/"))
  }
}

extension String {
  /// The words of a list.
  var words: [String] { split(separator: "|").map(String.init) }

  static func list(of words: [String]) -> String { words.concatenated(by: "|") }
}
