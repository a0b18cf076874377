internal import DecantCore

/// The objects of an Xcode project (`project.pbxproj`), which Xcode writes in sections by class, each with a comment beside its
/// identifier wherever that is.
///
///     /* Begin PBXBuildFile section */
///     		0A1 /* main.m in Sources */ = {isa = PBXBuildFile; fileRef = 0A2 /* main.m */; };
///     /* End PBXBuildFile section */
struct XcodeProject: Sendable {
  /// The mapping of all objects by their identifiers.
  let objects: Int
  private let tape: Tape
  private var places: [KeyText: Int] = [:]
  /// The build phases of build files, and the owners of lists of configurations.
  private var owners: [KeyText: Int] = [:]

  /// Returns nil for a property list that is no project, or has no sections.
  init?(_ document: EditedDocument) {
    tape = document.tape
    guard Self.hasMark(document.bytes), document.isMapping(0),
      let objects = tape.value(forKey: "objects", in: tape.content(of: 0)),
      document.isMapping(objects), let first = document.children(of: objects).first,
      Self.beginsSection(before: first, in: document)
    else { return nil }
    self.objects = objects
    for pair in tape.pairs(in: tape.content(of: objects)) {
      guard let identifier = text(at: pair.key) else { continue }
      let object = tape.content(of: pair.value)
      places[identifier] = object
      for file in field("files", of: object).map(elements) ?? [] { owners[file] = object }
      if let list = string("buildConfigurationList", of: object) { owners[list] = object }
    }
  }

  static func hasMark(_ bytes: EditedBytes) -> Bool {
    bytes.starts(with: "//\(XcodeProjectWriter.mark)".utf8)
  }

  private static func beginsSection(
    before child: EditedDocument.Child, in document: EditedDocument
  ) -> Bool {
    let lines = EditedLines(bytes: document.bytes, comments: .slashes)
    let line = lines.lineStart(document.offset(at: child.start))
    let start = lines.commentStart(before: line)
    return start < line && document.bytes[start...].starts(with: "/* Begin ".utf8)
  }

  // MARK: Fields

  func text(at node: Int) -> KeyText? {
    Document.Node(tape: tape, index: node).token
  }

  private func field(_ name: String, of object: Int) -> Int? {
    guard tape[object].kind == .beginMapping else { return nil }
    return tape.value(forKey: name, in: object).map { tape.content(of: $0) }
  }

  private func string(_ name: String, of object: Int) -> KeyText? {
    field(name, of: object).flatMap { tape[$0].kind == .string ? text(at: $0) : nil }
  }

  private func elements(of list: Int) -> [KeyText] {
    guard tape[list].kind == .beginSequence else { return [] }
    return tape.children(of: list).compactMap { text(at: $0) }
  }

  func isa(of object: Int) -> KeyText? { string("isa", of: tape.content(of: object)) }

  // MARK: Comments

  /// Returns what Xcode writes beside an identifier; nil if that is nothing.
  func comment(for identifier: KeyText) -> String? {
    guard let object = places[identifier], let isa = string("isa", of: object)?.string else {
      return nil
    }
    return switch isa {
    case "PBXProject": "Project object"
    case "PBXTargetDependency", "PBXContainerItemProxy": isa
    case "PBXBuildFile": comment(forBuildFile: object, identifier)
    case "XCConfigurationList": comment(forList: identifier)
    case "XCRemoteSwiftPackageReference", "XCLocalSwiftPackageReference":
      package(object).map { "\(isa) \"\($0)\"" }
    default: name(of: object) ?? phaseName(isa)
    }
  }

  private func comment(forBuildFile object: Int, _ identifier: KeyText) -> String? {
    let reference = string("fileRef", of: object) ?? string("productRef", of: object)
    let file = reference.flatMap { comment(for: $0) } ?? "(null)"
    return "\(file) in \(owners[identifier].flatMap(phaseComment) ?? "(null)")"
  }

  private func comment(forList identifier: KeyText) -> String? {
    guard let owner = owners[identifier], let isa = string("isa", of: owner)?.string else {
      return "Build configuration list for (null)"
    }
    // A project has the name of its file.
    return name(of: owner).map { "Build configuration list for \(isa) \"\($0)\"" }
  }

  private func package(_ object: Int) -> String? {
    if let path = string("relativePath", of: object) { return path.string }
    guard let url = string("repositoryURL", of: object)?.string else { return nil }
    let last = url.split(separator: "/").last.map(String.init) ?? url
    return last.hasSuffix(".git") ? String(last.dropLast(4)) : last
  }

  private func name(of object: Int) -> String? {
    for field in ["name", "productName", "path"] {
      if let text = string(field, of: object) { return text.string }
    }
    return nil
  }

  private func phaseComment(_ phase: Int) -> String? {
    name(of: phase) ?? string("isa", of: phase).flatMap { phaseName($0.string) }
  }

  private func phaseName(_ isa: String) -> String? {
    switch isa {
    case "PBXSourcesBuildPhase": "Sources"
    case "PBXFrameworksBuildPhase": "Frameworks"
    case "PBXResourcesBuildPhase": "Resources"
    case "PBXHeadersBuildPhase": "Headers"
    case "PBXCopyFilesBuildPhase": "CopyFiles"
    case "PBXShellScriptBuildPhase": "ShellScript"
    case "PBXRezBuildPhase": "Rez"
    default: nil
    }
  }

  // MARK: Identifiers

  /// Fields whose identifiers have no comments.
  private static let plainFields: Set<KeyText> = ["remoteGlobalIDString", "TestTargetID"]

  /// Returns the identifiers beside which Xcode writes a comment, with that.
  var commentedIdentifiers: [(node: Int, comment: String)] {
    var found: [(node: Int, comment: String)] = []
    func add(_ node: Int) {
      guard let text = text(at: node), let comment = comment(for: text) else { return }
      found.append((node, comment))
    }
    for pair in tape.pairs(in: tape.content(of: objects)) { add(pair.key) }
    var open = [tape.content(of: 0)]
    while let node = open.popLast() {
      switch tape[node].kind {
      case .beginMapping:
        for (key, value) in tape.pairs(in: node) {
          if !Self.plainFields.contains(text(at: key) ?? "") {
            open.append(tape.content(of: value))
          }
        }
      case .beginSequence: open += tape.children(of: node).map { tape.content(of: $0) }
      case .string: add(node)
      default: break
      }
    }
    return found
  }
}
