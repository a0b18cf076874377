/// Finds repeated keys of mappings, of which `TapeAssembly` keeps the last value.
///
/// It outlives a document, because it predicts keys from those of earlier mappings.
final class RepeatedKeys {
  private var keys = MappingKeys()

  /// Flags the mappings on `tape` that repeat a key, and returns whether there are any.
  func flagMappings(on tape: OpenTape) throws(DecantError) -> Bool {
    try keys.flagMappings(on: tape)
  }
}

extension MappingKeys {
  fileprivate mutating func flagMappings(on tape: OpenTape) throws(DecantError) -> Bool {
    var isAnyFlagged = false
    var open: [Int] = []
    removeOpenMappings()
    try tape.session.text.withBytes { (text) throws(DecantError) in
      for index in 0..<tape.count {
        let entry = tape.entries[index]
        if entry.isKey {
          let key = text.extracting(entry.textRange)
          let isRepeated =
            if let known = recordPredicted(key) { known.isDuplicate } else {
              try record(key, flags: entry.flags)
            }
          if isRepeated, let mapping = open.last {
            tape.entries[mapping].flags.insert(.hasRepeatedKeys)
            isAnyFlagged = true
          }
        } else if entry.kind == .beginMapping {
          beginMapping()
          open.append(index)
        } else if entry.kind == .endMapping {
          endMapping()
          open.removeLast()
        }
      }
    }
    return isAnyFlagged
  }
}

extension OpenTape {
  /// Returns the place of the last value of each key of a mapping.
  func lastValues(in mapping: Int) -> [[UInt8]: Int] {
    var values: [[UInt8]: Int] = [:]
    let end = end(of: mapping) - 1
    var key = mapping + 1
    while key < end {
      values[bytes(at: key)] = key + 1
      key = self.end(of: key + 1)
    }
    return values
  }
}
