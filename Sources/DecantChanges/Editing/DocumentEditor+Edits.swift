internal import DecantCore
internal import DecantConversion

extension DocumentEditor {
  /// Returns the values that got another type.
  mutating func make(
    _ edit: DocumentEdit, inDocument number: Int?
  ) throws(DecantError) -> [TypeChange] {
    switch edit {
    case .set(let pointer, let value):
      return try enter(value, at: pointer, in: number) {
        (document, value) throws(DecantError) in try document.setting(pointer, to: value)
      }
    case .insert(let pointer, let value):
      return try enter(value, at: pointer, in: number) {
        (document, value) throws(DecantError) in try document.inserting(value, at: pointer)
      }
    case .delete(let pointer):
      let all = pointer.tokens.last == "*"
      try change(all ? pointer.parent : pointer, in: number) { (document) throws(DecantError) in
        try document.deleting(pointer)
      }
    case .rename(let pointer, let key):
      let key = KeyText(key)
      let paths = [pointer, pointer.parent.appending(key)].map { PartialDocument.Path($0) }
      try make(inDocument: number, paths) { (document, _) throws(DecantError) in
        try document.renaming(pointer, to: key)
      }
    case .move(let source, let target):
      try move(source, to: target, in: number) {
        (document, value) throws(DecantError) in try document.inserting(value, at: target)
      }
    case .copy(let source, let target):
      try copy(source, to: target, in: number) {
        (document, value) throws(DecantError) in try document.inserting(value, at: target)
      }
    case .test(let pointer, let value):
      try test(pointer, value, in: number)
    case .merge(let patch):
      try merge(try MergePatch(patch, for: format), in: number)
      try losses?.countOffsets(in: patch, for: format)
    case .patch(let patch):
      for operation in patch.operations { try make(operation, in: number) }
    }
    return []
  }

  private mutating func make(
    _ operation: JSONPatch.Operation, in number: Int?
  ) throws(DecantError) {
    switch operation {
    case .add(let pointer, let value):
      let value = try held(try Document(value))
      try change(pointer, in: number) { (document) throws(DecantError) in
        try document.adding(value, at: pointer)
      }
    case .replace(let pointer, let value):
      let value = try held(try Document(value))
      try change(pointer, in: number) { (document) throws(DecantError) in
        [.replace(try document.place(at: pointer), value)]
      }
    case .remove(let pointer):
      try change(pointer, in: number) { (document) throws(DecantError) in
        try document.deleting(pointer, .exact)
      }
    case .move(let source, let target):
      try move(source, to: target, in: number, replacing: true) {
        (document, value) throws(DecantError) in try document.adding(value, at: target)
      }
    case .copy(let source, let target):
      try copy(source, to: target, in: number, replacing: true) {
        (document, value) throws(DecantError) in try document.adding(value, at: target)
      }
    case .test(let pointer, let value):
      try test(pointer, .document(try Document(value)), in: number)
    }
  }

  private func readings(of value: EditValue, counting losses: Losses?) -> ValueReadings {
    var editor = self
    editor.losses = losses
    return ValueReadings(of: value, in: format, among: registry) {
      [editor] (document) throws(DecantError) in try editor.held(document)
    }
  }

  /// Makes changes to a value, which each place reads in its own way.
  private mutating func enter(
    _ value: EditValue, at pointer: DocumentPointer, in number: Int?,
    _ changes: (EditedDocument, Document) throws(DecantError) -> [NodeChange]
  ) throws(DecantError) -> [TypeChange] {
    let readings = readings(of: value, counting: losses)
    let placeholder = try Document(.null)
    var found: [TypeChange] = []
    var last = -1
    try make(inDocument: number, [PartialDocument.Path(pointer)]) {
      (document, index) throws(DecantError) in
      // All steps are repeated if the result is not verified.
      if index <= last { found = [] }
      last = index
      var chosen: [NodeChange] = []
      for change in try changes(document, placeholder) {
        let change = try document.choosing(readings, for: change)
        chosen.append(change)
        if let type = document.typeChange(by: change) { found.count(type) }
      }
      return chosen
    }
    return found
  }

  private mutating func change(
    _ pointer: DocumentPointer, in number: Int?,
    _ changes: (EditedDocument) throws(DecantError) -> [NodeChange]
  ) throws(DecantError) {
    try make(inDocument: number, [PartialDocument.Path(pointer)]) {
      (document, _) throws(DecantError) in try changes(document)
    }
  }

  private mutating func move(
    _ source: DocumentPointer, to target: DocumentPointer, in number: Int?,
    replacing: Bool = false,
    _ insertion: (EditedDocument, Document) throws(DecantError) -> [NodeChange]
  ) throws(DecantError) {
    var values: [Int: Document] = [:]
    let editor = self
    try make(inDocument: number, [PartialDocument.Path(source, isWhole: true)]) {
      (document, index) throws(DecantError) in
      let place = try document.place(at: source)
      guard !target.isInside(source) else {
        throw document.problem(.intoItself, at: target, place.node)
      }
      guard source != target else { return [] }
      values[index] = try editor.copyWithComments(at: source, in: document, index)
      guard let parent = place.parent, let child = place.ancestors.last?.child else {
        throw DecantError(.removedRoot, at: source)
      }
      return [.remove(parent, index: child)]
    }
    guard !values.isEmpty else { return }
    try insert(values, at: target, in: number, replacing: replacing, insertion)
    for value in values.values { try losses?.countOffsets(in: value, for: format) }
  }

  private mutating func copy(
    _ source: DocumentPointer, to target: DocumentPointer, in number: Int?,
    replacing: Bool = false,
    _ insertion: (EditedDocument, Document) throws(DecantError) -> [NodeChange]
  ) throws(DecantError) {
    let paths = [
      PartialDocument.Path(source, isWhole: true), PartialDocument.Path(target),
    ]
    let editor = self
    var values: [Int: Document] = [:]
    var dated: [Int: Document] = [:]
    try make(inDocument: number, paths) { (document, index) throws(DecantError) in
      let value = try editor.copyWithComments(at: source, in: document, index)
      if value.losesOffsets { dated[index] = value }
      guard replacing, value.hasTrivia else { return try insertion(document, value) }
      values[index] = value
      return []
    }
    try insert(values, at: target, in: number, replacing: replacing, insertion)
    for value in dated.values { try losses?.countOffsets(in: value, for: format) }
  }

  /// Inserts a value in each document; one with comments replaces an existing one with its comments.
  private mutating func insert(
    _ values: [Int: Document], at target: DocumentPointer, in number: Int?, replacing: Bool,
    _ insertion: (EditedDocument, Document) throws(DecantError) -> [NodeChange]
  ) throws(DecantError) {
    guard !values.isEmpty else { return }
    if replacing, let key = target.tokens.last, values.values.contains(where: \.hasTrivia) {
      try make(inDocument: number, [PartialDocument.Path(target)]) {
        (document, _) throws(DecantError) in
        let parent = try document.place(at: target.parent)
        guard document.isMapping(parent.node),
          try !document.children(of: parent, matching: key, .exact).isEmpty
        else { return [] }
        return try document.deleting(target, .exact)
      }
    }
    try make(inDocument: number, [PartialDocument.Path(target)]) {
      (document, index) throws(DecantError) in
      guard let value = values[index] else { return [] }
      return try insertion(document, value)
    }
  }

  private mutating func test(
    _ pointer: DocumentPointer, _ value: EditValue, in number: Int?
  ) throws(DecantError) {
    let readings = readings(of: value, counting: nil)
    try make(inDocument: number, [PartialDocument.Path(pointer, isWhole: true)]) {
      (document, _) throws(DecantError) in
      try document.test(pointer, readings)
      return []
    }
  }

  /// Merges one key at a time, because the layout of a change can depend on the changes before it.
  private mutating func merge(_ patch: MergePatch, in number: Int?) throws(DecantError) {
    let paths = patch.pairs.map {
      PartialDocument.Path($0.pointer, isWhole: $0.change.mapping == nil)
    }
    let editor = self
    var done: [Int: Int] = [:]
    var isChanged = true
    while isChanged {
      var next = done
      isChanged = try make(inDocument: number, paths) { (document, index) throws(DecantError) in
        for pair in (done[index] ?? 0)..<patch.pairs.count {
          next[index] = pair + 1
          let changes = try document.merging(patch.pairs[pair]) {
            (pair) throws(DecantError) in
            try editor.held(
              editor.format.abilities.contains(.comments)
                ? patch.document(of: pair) : try Document(pair.merged))
          }
          if !changes.isEmpty { return changes }
        }
        return []
      }
      done = next
    }
  }
}
