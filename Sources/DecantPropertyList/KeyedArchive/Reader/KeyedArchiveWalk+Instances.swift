internal import DecantCore

/// Objects with several references, numbered as shared values, so that archives keep their identity.
///
///     {$shared: 1, $value: {items: [{document: {$shared: 1, $again: true}}]}}
///
/// Collections have no identity in Swift, and are copied.
extension KeyedArchiveWalk {
  /// Returns the definition of an object that is reached for the first time and has other references.
  func instance(_ number: Int, _ item: KeyedArchiveItem) -> KeyedArchiveItem? {
    guard let count = instances?.count, case .object = item else { return nil }
    let isShared = shared?[number] == true
    // Only the second traversal knows the shared objects, and has an entry for no others.
    guard isShared || shared == nil else { return nil }
    instances?[number] = count + 1
    guard isShared else { return nil }
    return .mapping([
      .string(SharedKey.number), .integer("\(count + 1)"),
      .string(SharedKey.value), .instance(number, item),
    ])
  }

  /// Returns a reference to an object that has been reached before.
  func instanceAgain(_ number: Int) -> KeyedArchiveItem? {
    guard let mark = instances?[number] else { return nil }
    return .mapping([
      .string(SharedKey.number), .integer("\(mark)"), .string(SharedKey.again), .true,
    ])
  }
}
