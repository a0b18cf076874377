/// Finds repeated keys of mappings, of which the last value replaces the others.
///
/// It outlives a document, because it predicts keys from those of earlier mappings.
final class RepeatedKeys {
  private var keys = MappingKeys()

  func note(on tape: OpenTape) throws(DecantError) {
    tape.note(try keys.mappingsWithRepeats(on: tape).flatMap { replacements(in: $0, on: tape) })
  }

  private func replacements(
    in mapping: Int, on tape: OpenTape
  ) -> [(index: Int, remark: TapeNotes.Remark)] {
    var remarks: [(index: Int, remark: TapeNotes.Remark)] = []
    var values: [String: (first: Int, last: Int)] = [:]
    let end = tape.end(of: mapping) - 1
    var key = mapping + 1
    while key < end {
      let name = tape.text(at: key)
      if let known = values[name] {
        values[name] = (known.first, key + 1)
        remarks.append((key, .dropped))
      } else {
        values[name] = (key + 1, key + 1)
      }
      key = tape.end(of: key + 1)
    }
    for value in values.values where value.first != value.last {
      remarks.append((value.first, .replaced(by: value.last)))
    }
    return remarks
  }
}

extension MappingKeys {
  fileprivate mutating func mappingsWithRepeats(on tape: OpenTape) throws(DecantError) -> [Int] {
    var found: Set<Int> = []
    var open: [Int] = []
    removeOpenMappings()
    try tape.session.text.withBytes { (text) throws(DecantError) in
      for index in 0..<tape.count {
        let entry = tape.entries[index]
        if entry.isKey {
          if try takesTwice(text.extracting(entry.textRange), entry.flags), let mapping = open.last
          {
            found.insert(mapping)
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
    return found.sorted()
  }

  @inline(__always)
  private mutating func takesTwice(
    _ key: RawSpan, _ flags: Event.Flags
  ) throws(DecantError) -> Bool {
    if let known = recordPredicted(key) { return known.isDuplicate }
    return try record(key, flags: flags)
  }
}
