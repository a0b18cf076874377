internal import DecantCore
internal import DecantConversion
internal import DecantEditing

extension DocumentEditor {
  /// Makes an edit of a draft; returns the values that got another type.
  func make(
    _ made: DocumentEdit, _ edit: PreparedEdit, of draft: Draft
  ) throws(DecantError) -> [TypeChange] {
    switch made {
    case .set(let path, _):
      if skipsMissing { return try draft.replace(path, edit.value) }
      return try draft.set(path, edit.value)
    case .insert(let path, _):
      try draft.insert(path, edit.value)
    case .append(let path, _):
      try draft.append(path, edit.value, unlessFound: edit.step.isRepeatable)
    case .delete(let path):
      try draft.delete(path)
    case .rename(let path, let key):
      try draft.rename(path, to: KeyText(key))
    case .move(let source, let target):
      try count(draft.transfer(from: source, to: target, isMove: true))
    case .copy(let source, let target):
      try count(draft.transfer(from: source, to: target, isMove: false))
    case .comment(let path, let text):
      guard format.editing != nil, format.abilities.contains(.comments) else {
        throw DecantError(.noComments(format.name))
      }
      try draft.comment(path, text)
    case .deleteComments(let path):
      guard format.editing != nil else { return [] }
      try draft.deleteComments(path)
    case .test(let path, _):
      try draft.test(path, edit.value)
    case .sort(let path, let field):
      try draft.sort(path, by: field, newKeysAreLast: !format.ordersKeys)
    case .merge(let document, let lists):
      let allKeysAreText = !format.abilities.contains(.nonStringKeys)
      try draft.merge(edit.new, lists, allKeysAreText: allKeysAreText, roundTripped)
      try count([document])
    case .patch(let patch):
      for operation in patch.operations { try make(operation, of: draft) }
    case .addMissing(_, let removesUnknown, let lists):
      try draft.addMissing(edit.new, removingUnknown: removesUnknown, lists, roundTripped)
    case .sync(_, let removesUnknown):
      let old = try draft.document(of: draft.root, isStripped: true).value
      try draft.change(
        from: removesUnknown ? old : old.projected(onto: edit.new.value), to: edit.new, roundTripped
      )
    case .change(let old, _):
      try draft.change(from: old, to: edit.new, roundTripped)
    }
    return []
  }

  private func roundTripped(
    _ new: NewValue, for path: () -> DocumentPath
  ) throws(DecantError) -> Document {
    let document = try new.document
    do throws(DecantError) {
      return try roundTripped(
        format.abilities.contains(.comments) ? document : document.withoutTrivia)
    } catch {
      var error = error
      error.path = DocumentPath(path().steps + (error.path?.steps ?? []))
      throw error
    }
  }

  private func make(
    _ operation: JSONPatch.Operation, of draft: Draft
  ) throws(DecantError) {
    switch operation {
    case .add(let pointer, let value):
      try draft.add(try roundTripped(NewValue(value)) { pointer.path }, at: pointer)
    case .replace(let pointer, let value):
      try draft.replace(
        try draft.node(at: pointer), by: try roundTripped(NewValue(value)) { pointer.path })
    case .remove(let pointer):
      try draft.delete(PathPattern(pointer))
    case .move(let source, let target):
      try count(draft.transfer(from: source, to: target, isMove: true, isPatch: true))
    case .copy(let source, let target):
      try count(draft.transfer(from: source, to: target, isMove: false, isPatch: true))
    case .test(let pointer, let value):
      let readings = readings(of: .document(try Document(value)))
      try draft.test(PathPattern(pointer)) { (slot) throws(DecantError) in
        try readings.document(at: slot)
      }
    }
  }

  private func count(_ values: [Document]) throws(DecantError) {
    for value in values { try losses?.countOffsets(in: value, for: format) }
  }

  /// Returns the readings of a value, whose losses do not count in a test.
  func readings(of value: EditValue, isTest: Bool = true) -> ValueReadings {
    var editor = self
    if isTest { editor.losses = nil }
    return ValueReadings(of: value, isTest: isTest, by: editor)
  }
}

/// An edit with what is the same for all documents: the readings of its value, or the other document.
struct PreparedEdit {
  let step: EditStep
  private let readings: ValueReadings?
  /// The other document; null for an edit without one.
  let new: NewValue

  init(_ step: EditStep, by editor: DocumentEditor) throws(DecantError) {
    self.step = step
    guard case .edit(let edit) = step.action else {
      (readings, new) = (nil, NewValue(.null))
      return
    }
    switch edit {
    case .set(_, let value), .insert(_, let value), .append(_, let value):
      readings = editor.readings(of: value, isTest: false)
    case .test(_, let value): readings = editor.readings(of: value)
    default: readings = nil
    }
    switch edit {
    case .merge(let document, _), .sync(let document, _): new = try NewValue(document)
    case .addMissing(let document, _, _): new = try NewValue(document, keepingNotations: true)
    case .change(_, let value): new = NewValue(value)
    default: new = NewValue(.null)
    }
  }

  /// Returns the value of the edit for a slot.
  func value(_ slot: Draft.ValueSlot) throws(DecantError) -> Document {
    guard let readings else { return try Document(.null) }
    return try readings.document(at: slot)
  }
}
