internal import DecantCore

/// A writer of keyed archives, which holds the document and its objects until it ends.
struct KeyedArchiveWriter: EventWriter, ~Copyable {
  private let documents = DocumentCollector()
  private var propertyList: any EventWriter & ~Copyable

  init(_ options: WritingOptions) {
    switch options.keyedArchiveEncoding {
    case .binary, nil: propertyList = BinaryPropertyListWriter()
    case .xml: propertyList = XMLWriter(options)
    }
  }

  mutating func write(_ batch: borrowing EventBatch, to sink: ByteSink) throws(DecantError) {
    try documents.add(batch)
    while let document = documents.take() { try write(document.tape, to: sink) }
  }

  mutating func finish(to sink: ByteSink) throws(DecantError) {
    try propertyList.finish(to: sink)
  }

  mutating func invalidate(to sink: ByteSink) throws(DecantError) {
    try propertyList.invalidate(to: sink)
  }

  private mutating func write(_ document: Tape, to sink: ByteSink) throws(DecantError) {
    let builder = try KeyedArchiveBuilder(document)
    var batch = EventBatch()
    batch.append(.beginDocument)
    batch.append(.beginMapping)
    batch.append(key: "$version")
    batch.append(.integer, text: "100000", flags: .plainASCII)
    batch.append(key: "$archiver")
    batch.append(.string, text: "NSKeyedArchiver", flags: .plainASCII)
    batch.append(key: "$top")
    batch.append(.beginMapping)
    try write(builder.top, of: document, &batch, to: sink)
    batch.append(.endMapping)
    batch.append(key: "$objects")
    batch.append(.beginSequence)
    for items in builder.objects.contents { try write(items, of: document, &batch, to: sink) }
    batch.append(.endSequence)
    batch.append(.endMapping)
    batch.append(.endDocument)
    try propertyList.write(batch, to: sink)
  }

  private mutating func write(
    _ items: [KeyedArchiveObjects.Item], of document: Tape, _ batch: inout EventBatch,
    to sink: ByteSink
  ) throws(DecantError) {
    for item in items {
      if batch.isFull {
        try Deadline.check()
        try propertyList.write(batch, to: sink)
        batch.removeAll()
      }
      switch item {
      case .begin(let kind), .end(let kind): batch.append(kind)
      case .key(let key): batch.append(key: key)
      case .reference(let number): batch.append(.uid, text: "\(number)", flags: .plainASCII)
      case .node(let index): try append(index, of: document, to: &batch)
      case .text(let kind, let text): batch.append(kind, text: text, flags: Self.flags(kind, text))
      case .data(let bytes): bytes.withBytes { batch.append(.data, text: $0) }
      }
    }
  }

  private func append(
    _ index: Int, of document: Tape, to batch: inout EventBatch
  ) throws(DecantError) {
    var entry = document[index]
    entry.flags.remove([.isKey, .isDuplicateKey, .isMergeKey, .isAmbiguousKey])
    entry.style = .any
    entry.position = 0
    try document.text.withBytes { (text) throws(DecantError) in
      try batch.append(entry, text: text, origin: 0)
    }
  }

  private static func flags(_ kind: Event.Kind, _ text: String) -> Event.Flags {
    switch kind {
    case .real where text.utf8.last.map { (0x30...0x39).contains($0) } != true:
      [.isASCII, .isNonFinite]
    case .integer, .real, .date: .plainASCII
    default: []
    }
  }
}

extension EventBatch {
  fileprivate mutating func append(key: String) {
    append(.string, text: key, flags: .isKey)
  }
}
