public import Decant
import DecantConversion

/// The invariants of comparisons, patches and merges for any two documents, shared by the fuzz target and the tests.
public enum ChangeInvariants {
  private static let formats: [Format] = [.json, .yaml, .toml, .json5, .xmlPropertyList, .cbor]

  /// Returns a description of a violated invariant.
  ///
  /// The first byte selects the format, the second one where the input is divided: at a line of three hyphens, which is in no
  /// document, or at that part of the bytes.
  public static func violation(of input: [UInt8]) -> String? {
    guard input.count > 2 else { return nil }
    let format = formats[Int(input[0]) % formats.count]
    let bytes = Array(input.dropFirst(2))
    let mark = Array("\n=====\n".utf8)
    let place = bytes.indices.first { bytes[$0...].starts(with: mark) }
    let end = place ?? bytes.count * Int(input[1]) / 256
    let rest = bytes.dropFirst(end + (place == nil ? 0 : mark.count))
    return violation(from: Array(bytes[..<end]), to: Array(rest), as: format)
  }

  public static func violation(from first: [UInt8], to second: [UInt8], as format: Format)
    -> String?
  {
    guard let old = try? Value(parsing: first, as: format),
      let new = try? Value(parsing: second, as: format)
    else { return nil }
    let patch = new.difference(from: old)
    var patched = old
    do { try patched.apply(patch) } catch { return "\(patch) does not apply to \(old): \(error)" }
    guard patched == new else { return "\(patch) makes \(patched) of \(old), not \(new)" }
    var merged = old
    merged.merge(new)
    let hasAliases = format.abilities.contains(.anchors) && first.contains(UInt8(ascii: "&"))
    func expected(_ value: Value) -> Value? { hasAliases ? .none : .some(value) }
    // An edit finds any key by its text, a value only the key that is equal.
    let isByText = !old.hasOnlyTextKeys || !new.hasOnlyTextKeys
    guard let document = try? Document(new) else { return "\(new) is not a document" }
    return violation(by: .patch(patch), in: first, as: format, expecting: expected(new))
      ?? violation(
        by: .merge(document), in: first, as: format, expecting: isByText ? nil : expected(merged))
      ?? violation(ofMerging: old, new)
  }

  /// An edit can be refused; another result is a defect.
  private static func violation(
    by edit: DocumentEdit, in bytes: [UInt8], as format: Format, expecting expected: Value?
  ) -> String? {
    guard var editor = try? DocumentEditor(bytes, as: format) else { return nil }
    do {
      try editor.apply(edit)
    } catch {
      if editor.bytes != bytes { return "a failed edit changed bytes: \(error)" }
      return error.category == .defect ? "\(edit): \(error)" : nil
    }
    guard let expected else { return nil }
    do {
      let found = try Value(parsing: editor.bytes, as: format)
      return found == expected ? nil : "\(edit): \(found) instead of \(expected)"
    } catch {
      return "\(edit): the result is invalid: \(error)"
    }
  }

  /// A side that changed nothing does not count.
  private static func violation(ofMerging base: Value, _ side: Value) -> String? {
    var tape = VersionTape()
    guard let nodes = try? tape.roots(of: [base, side, base, side]) else { return nil }
    for (ours, theirs) in [(nodes[1], nodes[2]), (nodes[2], nodes[1]), (nodes[1], nodes[3])] {
      guard let merge = try? ValueMerge(base: nodes[0], ours: ours, theirs: theirs, on: &tape)
      else {
        return "a merge fails"
      }
      guard merge.conflicts.isEmpty, tape.areIdentical([merge.ours], [nodes[1]]) else {
        return "merging \(base) and \(side): \(merge.conflicts)"
      }
    }
    return nil
  }
}

extension Value {
  fileprivate var hasOnlyTextKeys: Bool {
    switch self {
    case .mapping(let mapping): mapping.allSatisfy { $0.string != nil && $1.hasOnlyTextKeys }
    case .sequence(let elements): elements.allSatisfy(\.hasOnlyTextKeys)
    default: true
    }
  }
}

extension VersionTape {
  fileprivate mutating func roots(of values: [Value]) throws -> [Int] {
    try values.map { value in
      let input = try Input(MemorySource(try value.encoded(as: .json)), as: .json)
      guard let root = try read(input, ReadingOptions()).first else {
        throw DecantError(.other("no document", hint: nil))
      }
      return root
    }
  }
}
