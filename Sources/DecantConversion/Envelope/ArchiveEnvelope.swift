package import DecantCore

/// The envelope around the root of an archive, for reading and writing.
package struct ArchiveEnvelope {
  enum Field: String, CaseIterable {
    case archiver = "$archiver"
    case version = "$version"
    case type = "$type"
    case schema = "$schema"
    case digest = "$digest"
    case root = "$root"
  }

  static let archiver = "decant"
  static let keyedArchiver = "NSKeyedArchiver"
  static let digestPrefix = "sha256:"

  /// The canonical form of an archive before that of its root: of the sorted keys, only `$archiver` precedes `$root`.
  static let beginning =
    "{\"\(Field.archiver.rawValue)\":\"\(archiver)\",\"\(Field.root.rawValue)\":"

  package let header: Archive.Header
  package let root: Document.Node
  private let node: Document.Node
  private let digest: Document.Node
  private let type: Document.Node
  private let schema: Document.Node
}

// MARK: - Reading

extension ArchiveEnvelope {
  /// Parses an envelope; ignores fields whose names do not begin with `$`, although the digest covers them.
  package init(of document: Document) throws(DecantError) {
    let node = document.root
    let archiver = node[Field.archiver.rawValue]?.plainString
    guard archiver == Self.archiver else {
      throw node.failure(archiver == Self.keyedArchiver ? .keyedArchive : .notAnArchive)
    }
    let fields = try Self.fields(of: node)
    self.node = node
    header = try Archive.Header(
      version: Self.knownVersion(Self.require(.version, fields, in: node)),
      type: Self.text(.type, fields, in: node),
      schema: Self.number(.schema, fields, in: node),
      digest: Self.digest(Self.require(.digest, fields, in: node)))
    root = try Self.require(.root, fields, in: node)
    digest = try Self.require(.digest, fields, in: node)
    type = try Self.require(.type, fields, in: node)
    schema = try Self.require(.schema, fields, in: node)
  }

  /// Throws if the digest is not that of the rest of the archive.
  package func verify() throws(DecantError) {
    let actual = try actualDigest
    guard actual != header.digest else { return }
    // Development builds computed the digest of the root only.
    let isOfRoot = try Archive.digest(of: Document(copying: root)) == header.digest
    throw digest.failure(
      isOfRoot
        ? .digestOfRoot : .digestMismatch(stated: header.digest, actual: actual), at: .digest)
  }

  /// Whether the digest is that of the archive, which has null in place of the root of `digest`.
  func isVerified(by digest: Archive.Digest) throws(DecantError) -> Bool {
    let form = MemoryDestination()
    return try writePlainForm(to: form) && digest.add(afterRootIn: form.bytes)
      && digest.text == header.digest
  }

  private var actualDigest: String {
    get throws(DecantError) {
      let hash = Archive.Digest()
      return try writePlainForm(to: hash) ? hash.text : Archive.digest(of: withoutDigest)
    }
  }

  /// Writes the canonical form without the digest; returns false if the document does not equal its tagged form.
  private func writePlainForm(to destination: any ByteDestination) throws(DecantError) -> Bool {
    guard let field = node.pairs.first(where: { $0.value.index == digest.index }),
      node.tape.isTaggedForm
    else { return false }
    var form = CanonicalForm(node.tape, withoutKey: field.key.index)
    try form.write(node.index) { (bytes) throws(DecantError) in try destination.write(bytes) }
    return true
  }

  private var withoutDigest: Document {
    get throws(DecantError) {
      let field = node.pairs.first { $0.value.index == digest.index }
      let all = node.range
      var tape = Tape()
      try tape.append(all.lowerBound..<(field?.key.index ?? all.upperBound), of: node.tape)
      try tape.append(digest.range.upperBound..<all.upperBound, of: node.tape)
      return Document(tape)
    }
  }

  package func check(isOf names: [String], upTo schemaVersion: Int) throws(DecantError) {
    guard names.contains(header.type) else {
      throw type.failure(.wrongType(header.type, wanted: names[0]), at: .type)
    }
    guard header.schema <= schemaVersion else {
      throw schema.failure(
        .newerSchema(header.schema, known: schemaVersion, type: names[0]), at: .schema)
    }
  }

  private static func fields(
    of node: Document.Node
  ) throws(DecantError) -> [Field: Document.Node] {
    var fields: [Field: Document.Node] = [:]
    var unknown: (name: String, node: Document.Node)?
    for (key, value) in node.pairs {
      guard key.kind == .string, let name = key.text, name.hasPrefix(ofBytes: "$") else { continue }
      if let field = Field(rawValue: name) {
        fields[field] = value
      } else if unknown == nil {
        unknown = (name, key)
      }
    }
    // Report a newer version as such, not as an unknown field that it introduced.
    _ = try knownVersion(require(.version, fields, in: node))
    if let unknown { throw unknown.node.failure(.unknownField(unknown.name)) }
    return fields
  }

  private static func require(
    _ field: Field, _ fields: [Field: Document.Node], in node: Document.Node
  ) throws(DecantError) -> Document.Node {
    guard let value = fields[field] else {
      throw node.failure(.missingField(field.rawValue))
    }
    return value
  }

  private static func text(
    _ field: Field, _ fields: [Field: Document.Node], in node: Document.Node
  ) throws(DecantError) -> String {
    let value = try require(field, fields, in: node)
    guard let text = value.plainString, !text.isEmpty else {
      throw value.failure(.malformedField(field.rawValue), at: field)
    }
    return text
  }

  private static func number(
    _ field: Field, _ fields: [Field: Document.Node], in node: Document.Node
  ) throws(DecantError) -> Int {
    let value = try require(field, fields, in: node)
    guard let number = value.count else {
      throw value.failure(.malformedField(field.rawValue), at: field)
    }
    return number
  }

  private static func knownVersion(_ value: Document.Node) throws(DecantError) -> Int {
    guard let version = value.count, version > 0 else {
      throw value.failure(.malformedField(Field.version.rawValue), at: .version)
    }
    guard version <= Archive.version else {
      throw value.failure(.newerVersion(version, known: Archive.version), at: .version)
    }
    return version
  }

  private static func digest(_ value: Document.Node) throws(DecantError) -> String {
    guard let text = value.plainString, text.hasPrefix(digestPrefix),
      text.utf8.count == digestPrefix.utf8.count + 64,
      text.utf8.dropFirst(digestPrefix.utf8.count).allSatisfy(isHexadecimal)
    else { throw value.failure(.malformedField(Field.digest.rawValue), at: .digest) }
    return text
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || UInt8(ascii: "a")...UInt8(ascii: "f") ~= byte
  }
}

extension Document.Node {
  /// Whether the node is an archive: `$archiver: decant` comes first and is not the only field.
  package var isArchive: Bool {
    var pairs = pairs.makeIterator()
    guard let first = pairs.next(), pairs.next() != nil else { return false }
    return first.key.plainString == ArchiveEnvelope.Field.archiver.rawValue
      && first.value.plainString == ArchiveEnvelope.archiver
  }

  fileprivate var plainString: String? { kind == .string ? text : nil }

  fileprivate var count: Int? {
    guard kind == .integer, let text, let number = Int(text), number >= 0 else { return nil }
    return number
  }

  fileprivate func failure(
    _ problem: DecantError.ArchiveProblem, at field: ArchiveEnvelope.Field? = nil
  ) -> DecantError {
    DecantError(
      .archive(problem), offset: offset,
      path: field.map { DocumentPath([.key($0.rawValue)]) })
  }
}
