internal import DecantCore

/// A traversal of a keyed archive along its references, which emits the values.
///
///     frames │ mapping: "a", uid 3, "b", … │ sequence: uid 4, uid 5, … │     instead of recursion
final class KeyedArchiveEmitter {
  /// Where the names of classes other than Foundation's are emitted.
  enum Classes {
    case keys
    case none
    /// In the tag of the mapping: the index of the class and, the first time, its name and those of
    /// its superclasses, one per line. A `KeyedArchiveTextClass` is the tag of its text.
    case tags
    /// In tags that, together with references, contain all that is needed to write the same archive.
    case all
  }

  struct Frame {
    var items: [KeyedArchiveItem]
    var next = 0
    var isMapping: Bool
    var object: Int?
    var costBefore: Int
  }

  let archive: KeyedArchiveGraph
  let options: ReadingOptions
  let classes: Classes
  /// Whether each object needs an anchor; nil in the first traversal, which determines it.
  let shared: [Bool]?
  var frames: [Frame] = []
  var keys = TypedKeys()
  private var root: KeyedArchiveItem?
  private var namedClasses: Set<Int> = []
  /// The tag of the next node if it is a key: it distinguishes keys of the same text.
  var tag: [UInt8] = []

  /// The labels of shared objects, for targets without anchors; nil if they have anchors.
  private var labels: [Int: String]?
  /// The numbers of objects with several references; nil if none is numbered.
  var instances: [Int: Int]?

  private static let usualTag = 256

  private var isReached: [Bool]
  private var texts: Set<Int> = []
  private var costs: [Int]
  private var cost = 0
  private var copyCost = 0
  private var isOpen: [Bool]
  private(set) var isReachedAgain: [Bool]

  init(
    _ archive: KeyedArchiveGraph, _ options: ReadingOptions, classes: Classes, shared: [Bool]?
  ) throws(DecantError) {
    self.archive = archive
    self.shared = shared
    self.options = options
    self.classes = classes
    isReached = [Bool](repeating: false, count: archive.objects.count)
    isReachedAgain = isReached
    costs = [Int](repeating: 0, count: archive.objects.count)
    isOpen = isReached
    if classes == .all {
      if options.needs.contains(.labeledReferences) { labels = [:] }
      root = try archive.taggedTop()
      return
    }
    if options.needs.contains(.instanceNumbers) { instances = [:] }
    root =
      archive.onlyRoot.map { .node($0) }
      ?? .mapping(
        archive.tape.pairs(in: archive.top).flatMap { [archive.key($0.key), .node($0.value)] })
  }

  var isFinished: Bool { root == nil && frames.isEmpty }

  func advance(_ batch: inout EventBatch) throws(DecantError) {
    if let root {
      self.root = nil
      try emit(root, [], node: archive.top, &batch)
    }
    while let top = frames.indices.last, !batch.isFull {
      guard frames[top].next < frames[top].items.count else {
        let frame = frames.removeLast()
        if frame.isMapping { keys.texts.endMapping() }
        if let object = frame.object {
          isOpen[object] = false
          costs[object] = cost &- frame.costBefore
        }
        batch.append(frame.isMapping ? .endMapping : .endSequence)
        continue
      }
      let index = frames[top].next
      frames[top].next += 1
      let isKey = frames[top].isMapping && index % 2 == 0
      try emit(frames[top].items[index], isKey ? .isKey : [], node: archive.top, &batch)
    }
  }

  // MARK: Emitting

  private func emit(
    _ item: KeyedArchiveItem, _ flags: Event.Flags, node: Int, _ batch: inout EventBatch
  ) throws(DecantError) {
    switch item {
    case .node(let node):
      try emit(node: node, flags, &batch)
    case .null:
      try emit(.null, "", flags, node, &batch)
    case .string(let text):
      try emit(.string, text, flags, node, &batch)
    case .integer(let text):
      try emit(.integer, text, flags.union(.plainASCII), node, &batch)
    case .real(let text):
      let isNumber = text.utf8.last.map { 0x30...0x39 ~= $0 } == true
      try emit(
        .real, text, flags.union(isNumber ? .plainASCII : [.isASCII, .isNonFinite]), node, &batch)
    case .date(let text):
      try emit(.date, text, flags.union(.plainASCII), node, &batch)
    case .data(let node):
      try keep(node, flags, &batch)
    case .sequence(let items):
      try begin(items, isMapping: false, flags, node, &batch)
    case .mapping(let items), .object(let items):
      try begin(items, isMapping: true, flags, node, &batch)
    case .field(let node):
      let item = try archive.fieldItem(node)
      try emit(item, flags, node: node, &batch)
    case .base64(let node):
      let text = archive.tape.text.withBytes {
        Base64.encode($0.extracting(archive.tape.textRange(at: node)))
      }
      try emit(.string, String(decoding: text, as: UTF8.self), flags, node, &batch)
    case .tagged(let tag, let item):
      try append(KeyedArchiveLabel(tag: tag), flags, node, &batch)
      try emit(item, flags, node: node, &batch)
    }
  }

  private func append(
    _ label: KeyedArchiveLabel, _ flags: Event.Flags, _ node: Int, _ batch: inout EventBatch
  ) throws(DecantError) {
    guard let text = label.text else { return }
    // The names of a class are copied for each of its objects.
    if text.utf8.count > Self.usualTag {
      try addCopy(options.needs.cost(ofTextOf: text.utf8.count))
    }
    batch.append(.tag, text: text, at: Int(archive.tape[node].position))
    tag = flags.contains(.isKey) ? Array(text.utf8) : []
  }

  private func emit(
    node: Int, _ flags: Event.Flags, _ batch: inout EventBatch
  ) throws(DecantError) {
    if let number = try archive.reference(node) {
      return try emit(object: number, flags, &batch)
    }
    switch archive.kind(node) {
    case .beginSequence, .beginMapping:
      try begin(
        archive.tape.children(of: node).map { .node($0) },
        isMapping: archive.kind(node) == .beginMapping, flags, node, &batch)
    case .null where classes == .all:
      try emit(.tagged(.none, .string("")), flags, node: node, &batch)
    default:
      try keep(node, flags, &batch)
    }
  }

  private func emit(
    object number: Int, _ flags: Event.Flags, _ batch: inout EventBatch
  ) throws(DecantError) {
    guard !isReached[number] else { return try emitContent(ofObject: number, flags, &batch) }
    let costBefore = cost
    try emitContent(ofObject: number, flags, &batch)
    // The text of a scalar is copied for each reference.
    let costOfText = cost &- costBefore &- options.needs.cost(ofTextOf: 0)
    if costOfText > 0, !texts.insert(number).inserted { try addCopy(costOfText) }
  }

  private func addCopy(_ copy: Int) throws(DecantError) {
    copyCost &+= copy
    guard copyCost <= options.maximumAliasNodes else {
      throw DecantError(.tooManyAliasNodes(limit: options.maximumAliasNodes), path: try path)
    }
  }

  private func emitContent(
    ofObject number: Int, _ flags: Event.Flags, _ batch: inout EventBatch
  ) throws(DecantError) {
    guard number > 0 else {
      let null = KeyedArchiveItem.null
      return try emit(
        classes == .all ? .tagged(.none, .string("")) : null, flags, node: archive.top, &batch)
    }
    let node = archive.objects[number]
    guard archive.kind(node) == .beginMapping else {
      guard archive.kind(node) != .beginSequence, archive.kind(node) != .uid else {
        throw archive.failure(.noClass, node: node)
      }
      return try keep(node, flags, &batch)
    }
    if isReached[number] {
      if !flags.contains(.isKey), appendInstance(again: number, &batch) { return }
      guard !options.needs.contains(.expandedAliases) || labels != nil || !isOpen[number] else {
        var error = archive.failure(.cycle, node: node)
        error.path = try path
        throw error
      }
      isReachedAgain[number] = true
      if let labels {
        // The first traversal gives no labels, but two keys must differ in it, too.
        let label = labels[number] ?? "object \(number)"
        return try emit(.tagged(.reference, .string(label)), flags, node: node, &batch)
      }
      if options.needs.contains(.expandedAliases) {
        cost &+= costs[number]
        try addCopy(costs[number])
      }
      try takeOtherKey(.alias, Array("\(number)".utf8), flags, node)
      batch.append(.alias, text: "o\(number)", flags: flags.union(.plainASCII))
      return
    }
    if classes == .all { return try emitTagged(object: number, flags, &batch) }
    let item = try archive.item(ofObject: node, classes: instances == nil ? classes : .none)
    switch item {
    case .sequence, .mapping, .object:
      isReached[number] = true
      if !flags.contains(.isKey) { try beginInstance(number, item, node, &batch) }
      if shared?[number] == true {
        batch.append(.anchor, text: "o\(number)", flags: .plainASCII)
      }
      if classes == .tags, case .object = item {
        try emitClass(of: node, &batch)
      }
      try emit(item, flags, node: node, &batch)
      enter(number)
    case .node(let inner):
      // NSNumber and NSValue wrap a scalar or an array.
      guard let scalar = try archive.resolved(inner) else {
        return try emit(.null, "", flags, node, &batch)
      }
      guard archive.kind(scalar) == .beginMapping else {
        return try emit(node: scalar, flags, &batch)
      }
      try emitWrapped(scalar, by: number, flags, &batch)
    default:
      if classes == .tags, !flags.contains(.isKey),
        let text = KeyedArchiveTextClass(rawValue: try archive.className(of: node))
      {
        batch.append(.tag, text: text.rawValue)
      }
      try emit(item, flags, node: node, &batch)
    }
  }

  private func emitTagged(
    object number: Int, _ flags: Event.Flags, _ batch: inout EventBatch
  ) throws(DecantError) {
    let node = archive.objects[number]
    var item = try archive.taggedItem(ofObject: node)
    if case .null = item { return try emit(item, flags, node: node, &batch) }
    isReached[number] = true
    var label = KeyedArchiveLabel()
    if shared?[number] == true {
      if labels == nil {
        batch.append(.anchor, text: "o\(number)", flags: .plainASCII)
      } else {
        label.label = "\((labels?.count ?? 0) + 1)"
        labels?[number] = label.label
      }
    }
    if case .tagged(let tag, let inner) = item {
      label.tag = tag
      item = inner
    } else if case .date(let text) = item, label.label != nil {
      // Among scalars, only a string can have a tag.
      label.tag = .value(of: "NSDate")
      item = .string(text)
    }
    try append(label, flags, node, &batch)
    let depth = frames.count
    try emit(item, flags, node: node, &batch)
    if frames.count > depth { enter(number) }
  }

  private func emitClass(of object: Int, _ batch: inout EventBatch) throws(DecantError) {
    let (number, names) = try archive.classNames(of: object)
    let lines = namedClasses.insert(number).inserted ? ["\(number)"] + names : ["\(number)"]
    batch.append(.tag, text: lines.joined(separator: "\n"))
  }

  private func emitWrapped(
    _ node: Int, by number: Int, _ flags: Event.Flags, _ batch: inout EventBatch
  ) throws(DecantError) {
    let item = try archive.item(ofObject: node, classes: classes)
    guard case .sequence = item else {
      throw archive.failure(
        .malformedObject(className: try archive.className(of: archive.objects[number])),
        node: archive.objects[number])
    }
    isReached[number] = true
    if shared?[number] == true {
      batch.append(.anchor, text: "o\(number)", flags: .plainASCII)
    }
    try emit(item, flags, node: node, &batch)
    enter(number)
  }

  private func enter(_ number: Int) {
    frames[frames.count - 1].object = number
    isOpen[number] = true
  }

  // MARK: Scalars and collections

  private func emit(
    _ kind: Event.Kind, _ text: String, _ flags: Event.Flags, _ node: Int,
    _ batch: inout EventBatch
  ) throws(DecantError) {
    let bytes = Array(text.utf8)
    cost &+= options.needs.cost(ofTextOf: bytes.count)
    let flags = try takeKey(kind, bytes, flags, node)
    bytes.withBytes { batch.append(kind, text: $0, flags: flags) }
  }

  private func keep(
    _ node: Int, _ flags: Event.Flags, _ batch: inout EventBatch
  ) throws(DecantError) {
    var event = archive.tape[node]
    event.flags.remove([.isKey, .isDuplicateKey])
    let text = Array(archive.tape.text[archive.tape.textRange(at: node)])
    cost &+= options.needs.cost(ofTextOf: text.count)
    event.flags = try takeKey(event.kind, text, event.flags.union(flags), node)
    try archive.tape.text.withBytes { (text) throws(DecantError) in
      try batch.append(event, text: text, origin: archive.tape.origin)
    }
  }

  private func begin(
    _ items: [KeyedArchiveItem], isMapping: Bool, _ flags: Event.Flags, _ node: Int,
    _ batch: inout EventBatch
  ) throws(DecantError) {
    tag = []
    guard frames.count < options.maximumDepth else {
      throw archive.failure(.tooDeep(limit: options.maximumDepth), node: node)
    }
    var flags = flags
    if isMapping {
      keys.texts.beginMapping()
      for index in stride(from: 0, to: items.count, by: 2) where try !isString(items[index]) {
        flags.insert(.hasNonStringKeys)
        break
      }
    }
    frames.append(Frame(items: items, isMapping: isMapping, costBefore: cost))
    cost &+= options.needs.cost(ofTextOf: 0)
    let position = Int(archive.tape[node].position)
    batch.append(isMapping ? .beginMapping : .beginSequence, flags: flags, at: position)
  }

  private func isString(_ item: KeyedArchiveItem) throws(DecantError) -> Bool {
    switch item {
    case .string: return true
    case .node(let node) where classes == .all:
      return try archive.resolved(node).map { archive.kind($0) == .string } ?? false
    case .node(let node): return try archive.plainString(node) != nil
    default: return false
    }
  }
}
