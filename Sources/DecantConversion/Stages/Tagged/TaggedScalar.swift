internal import DecantCore

/// A scalar that a tagged form spells as text: `{"$number": "1e400"}`.
struct TaggedScalar {
  let kind: Event.Kind
  let text: [UInt8]
  let flags: Event.Flags

  init?(_ form: TaggedForm, _ valueKind: Event.Kind, _ value: ArraySlice<UInt8>) {
    let value = Array(value)
    switch form {
    case .null:
      guard valueKind == .true else { return nil }
      self.init(.null, [])
    case .date:
      guard valueKind == .string, Timestamp(String(decoding: value, as: UTF8.self)) != nil
      else { return nil }
      self.init(.date, value)
    case .localDateTime, .localDate, .localTime:
      guard valueKind == .string,
        LocalTime(String(decoding: value, as: UTF8.self))?.kind == form.localKind
      else { return nil }
      self.init(.localTime, value, [.isASCII, .needsNoJSONEscape])
    case .data:
      guard valueKind == .string, let bytes = value.withBytes({ Base64.decode($0) })
      else { return nil }
      self.init(.data, bytes)
    case .uid:
      guard valueKind == .integer, UInt64(String(decoding: value, as: UTF8.self)) != nil
      else { return nil }
      self.init(.uid, value)
    case .real:
      guard valueKind == .string,
        ["nan", "inf", "-inf"].contains(String(decoding: value, as: UTF8.self))
      else { return nil }
      self.init(.real, value, .isNonFinite)
    case .number:
      // Of all decimal numbers, those of JSON's grammar stay as they are in it.
      guard valueKind == .string, let number = DecimalLexeme(value[...]), number.json == value
      else { return nil }
      self.init(number.isInteger ? .integer : .real, value, [.isASCII, .needsNoJSONEscape])
    case .text:
      guard valueKind == .string, let text = SurrogateText(spelled: value) else { return nil }
      self.init(.string, text.text, text.flags)
    case .map, .tag, .literal:
      return nil
    }
  }

  private init(_ kind: Event.Kind, _ text: [UInt8], _ flags: Event.Flags = []) {
    self.kind = kind
    self.text = text
    self.flags = flags
  }
}
