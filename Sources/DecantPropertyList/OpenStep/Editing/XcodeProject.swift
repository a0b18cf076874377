internal import DecantCore
internal import DecantEditing

/// The objects of an Xcode project (`project.pbxproj`), which Xcode writes in sections by class, each with a comment beside its
/// identifier wherever that is.
///
///     /* Begin PBXBuildFile section */
///     		0A1 /* main.m in Sources */ = {isa = PBXBuildFile; fileRef = 0A2 /* main.m */; };
///     /* End PBXBuildFile section */
struct XcodeProject: Sendable {
  /// The mapping of all objects by their identifiers.
  let objects: Int
  /// None if there are objects outside of sections.
  let sections: [ListSection]
  /// The texts of each object by their keys.
  private var texts: [KeyText: [KeyText: KeyText]] = [:]
  /// The build phases of build files, and the owners of lists of configurations.
  private var owners: [KeyText: KeyText] = [:]
  /// Whether each identifier has its comment; where some are missing, another tool has written the file.
  private(set) var hasNotes = false
  /// The comments before and after a change.
  private(set) var notes: Set<KeyText> = []

  /// Returns nil for a property list that is no project, or has no sections.
  init?(_ document: EditedDocument) {
    guard Self.hasSignature(document.bytes), document.isMapping(0),
      let objects = document.tape.value(forKey: "objects", in: document.tape.content(of: 0)),
      document.isMapping(objects), Self.beginsWithSection(objects, in: document)
    else { return nil }
    self.objects = objects
    sections = Self.sections(of: objects, in: document)
    addObjects(of: Document(document.tape).root)
    hasNotes = missingNotes(in: document).isEmpty
  }

  /// Returns the project after a change, with the objects of `document`.
  func changed(to document: Document) -> XcodeProject {
    var new = self
    (new.texts, new.owners) = ([:], [:])
    new.addObjects(of: document.root)
    guard hasNotes else { return new }
    for project in [self, new] {
      for comment in project.texts.keys.compactMap({ project.comment(for: $0) }) {
        new.notes.insert(KeyText(" \(comment) "))
      }
    }
    return new
  }

  private mutating func addObjects(of root: Document.Node) {
    guard let objects = root["objects"] else { return }
    for (key, object) in objects.pairs {
      guard let identifier = key.token else { continue }
      var texts: [KeyText: KeyText] = [:]
      for (key, value) in object.pairs {
        guard let key = key.token else { continue }
        texts[key] = value.token
        guard key == "files" else { continue }
        for file in value.elements.compactMap(\.token) { owners[file] = identifier }
      }
      if let list = texts["buildConfigurationList"] { owners[list] = identifier }
      self.texts[identifier] = texts
    }
  }

  static func hasSignature(_ bytes: EditedBytes) -> Bool {
    bytes.starts(with: "//\(XcodeProjectWriter.signature)".utf8)
  }

  func isa(of identifier: KeyText) -> KeyText? { texts[identifier]?["isa"] }

  // MARK: Comments

  /// Returns what Xcode writes beside an identifier; nil if that is nothing.
  func comment(for identifier: KeyText) -> String? {
    guard let object = texts[identifier], let isa = object["isa"]?.string else { return nil }
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

  private func comment(forBuildFile file: [KeyText: KeyText], _ identifier: KeyText) -> String? {
    let reference = (file["fileRef"] ?? file["productRef"]).flatMap {
      isa(of: $0) == "PBXBuildFile" ? nil : comment(for: $0)
    }
    let phase = owners[identifier].flatMap { texts[$0] }
    let group = phase.flatMap { name(of: $0) ?? phaseName($0["isa"]?.string ?? "") } ?? "(null)"
    return (reference ?? "(null)") + " in " + group
  }

  private func comment(forList identifier: KeyText) -> String? {
    guard let owner = owners[identifier].flatMap({ texts[$0] }), let isa = owner["isa"]?.string
    else { return "Build configuration list for (null)" }
    // A project has the name of its file.
    return name(of: owner).map { "Build configuration list for \(isa) \"\($0)\"" }
  }

  private func package(_ object: [KeyText: KeyText]) -> String? {
    if let path = object["relativePath"] { return path.string }
    guard let url = object["repositoryURL"]?.string else { return nil }
    let last = url.split(separator: "/").last.map(String.init) ?? url
    return last.hasSuffix(".git") ? String(last.dropLast(4)) : last
  }

  private func name(of object: [KeyText: KeyText]) -> String? {
    (object["name"] ?? object["productName"] ?? object["path"])?.string
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
}
