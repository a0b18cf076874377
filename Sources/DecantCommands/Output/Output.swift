internal import DecantConversion
internal import DecantCore
internal import DecantFiles
internal import DecantSystem

/// An output of a conversion: standard output, an atomically replaced file, or a device.
final class Output {
  let destination: any ByteDestination
  private let kind: Kind

  private enum Kind {
    case standard
    case file(AtomicFile, replacing: OriginalFile? = nil, keepingOldWith: String? = nil)
    case device(Int32)
    case preview(PreviewedFile)
    case documents(DocumentFiles)
  }

  var isStandard: Bool { if case .standard = kind { true } else { false } }

  var isFile: Bool {
    switch kind {
    case .file, .preview, .documents: true
    case .standard, .device: false
    }
  }

  /// Whether there is a file already whose place the output takes.
  var replacesFile: Bool {
    guard case .file(let file, _, _) = kind, case .success = System.status(of: file.target) else {
      return false
    }
    return true
  }

  /// Opens standard output, a device or a file; an `original` file is replaced only while it has not changed.
  init(
    _ name: String?, original: OriginalFile? = nil, _ console: Console
  ) throws(DecantError) {
    guard let name, name != "-", name != "/dev/stdout" else {
      destination = NamedDestination(console.output, name: "<stdout>")
      kind = .standard
      return
    }
    guard Self.isWrittenDirectly(name) else {
      let file = try AtomicFile(
        name, original: try original?.status, willCreate: console.removeOnTermination)
      destination = file
      kind = .file(file)
      return
    }
    let device = Int32(
      try System.open(name, for: .writing).count(orThrow: .create, about: name))
    kind = .device(device)
    destination = NamedDestination(DescriptorDestination(device), name: name)
  }

  /// Creates an output of a file for each document.
  init(_ files: DocumentFiles) {
    destination = files.content
    kind = .documents(files)
  }

  /// Creates an output that replaces a file that was read, or only shows what would change.
  init(
    replacing original: OriginalFile, _ inPlace: Arguments.InPlace, in session: Session
  ) throws(DecantError) {
    if let preview = session.preview {
      let file = PreviewedFile(original, preview)
      destination = file.content
      kind = .preview(file)
      return
    }
    let file = try AtomicFile(
      original.name, ownership: .kept, original: try original.status,
      willCreate: session.console.removeOnTermination)
    destination = file
    kind = .file(file, replacing: original, keepingOldWith: inPlace.suffix)
  }

  enum Content {
    case maybeUnchanged
    /// It is known to differ from the file that it replaces.
    case changed
  }

  /// Puts a file in its place if it differs from the one that it replaces, after `verification` has read it.
  func commit(
    _ content: Content = .maybeUnchanged, after verification: Verification = Verification()
  ) throws(DecantError) {
    switch kind {
    case .file(let file, let original, let suffix):
      // An unchanged file keeps its timestamps and links.
      if content == .maybeUnchanged, suffix == nil, try original?.holds(file.readBack()) == true {
        return file.discard()
      }
      try verification.check(file.name) { file.readBack() }
      try file.commit(keepingOldWith: suffix)
    case .preview(let file):
      let isUnchanged = try content == .maybeUnchanged ? file.isUnchanged : false
      if !isUnchanged {
        try verification.check(file.name) { file.content.readBack() }
        try file.show()
      }
      try file.checkOriginal()
    case .documents(let files): try files.commit()
    case .standard, .device: break
    }
  }

  deinit {
    if case .device(let descriptor) = kind { _ = System.close(descriptor) }
  }

  private static func isWrittenDirectly(_ name: String) -> Bool {
    if name.hasPrefix("/dev/fd/") || name.hasPrefix("/proc/") { return true }
    guard case .success(let status) = System.status(of: name) else { return false }
    return status.kind == .other
  }
}

/// A destination that names itself in errors.
final class NamedDestination: ByteDestination {
  private let destination: any ByteDestination
  private let name: String

  init(_ destination: any ByteDestination, name: String) {
    self.destination = destination
    self.name = name
  }

  func write(_ bytes: RawSpan) throws(DecantError) {
    try mappingError({ (error: DecantError) in error.about(name) }, try destination.write(bytes))
  }
}
