internal import DecantCore

/// A search for mappings with a repeated key, of which `TapeAssembly` keeps the last value.
///
/// It outlives a document, because it predicts keys from those of earlier mappings.
final class RepeatedKeys {
  private var keys = MappingKeys()

  func contains(anyOf tape: EncodingTape) throws(DecantError) -> Bool {
    try keys.areRepeated(on: tape)
  }
}

extension MappingKeys {
  fileprivate mutating func areRepeated(on tape: EncodingTape) throws(DecantError) -> Bool {
    removeOpenMappings()
    return try tape.session.text.withBytes { (text) throws(DecantError) in
      for index in 0..<tape.count {
        let entry = tape.entries[index]
        if entry.isKey {
          let key = text.extracting(entry.textRange)
          let isRepeated =
            if let known = recordPredicted(key) { known.isDuplicate } else {
              try record(key, flags: entry.flags.subtracting(.hasDataKeys))
            }
          if isRepeated { return true }
        } else if entry.kind == .beginMapping {
          beginMapping()
        } else if entry.kind == .endMapping {
          endMapping()
        }
      }
      return false
    }
  }
}
