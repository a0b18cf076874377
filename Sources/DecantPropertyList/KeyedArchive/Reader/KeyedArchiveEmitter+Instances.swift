internal import DecantCore

/// Objects of classes other than Foundation's as instances of an archive, which keep their identity and class.
///
/// Collections have no identity in Swift, and are copied.
extension KeyedArchiveEmitter {
  /// Begins an object that is reached for the first time.
  func beginInstance(
    _ number: Int, _ item: KeyedArchiveItem, _ node: Int, _ batch: inout EventBatch
  ) throws(DecantError) {
    guard let count = instances?.count, case .object = item else { return }
    instances?[number] = count + 1
    batch.append(.anchor, text: "s\(count + 1)", flags: .ofInstance)
    guard classes == .keys else { return }
    let name = try archive.className(of: node)
    batch.append(.tag, text: "\(name)\n\(name)", flags: .isInstance)
  }

  /// Appends a reference to an object that has been reached before; returns false if it is not an instance.
  func appendInstance(again number: Int, _ batch: inout EventBatch) -> Bool {
    guard let instance = instances?[number] else { return false }
    batch.append(.alias, text: "s\(instance)", flags: .ofInstance)
    return true
  }
}
