internal import DecantCore

struct TaggedScalar {
  let kind: Event.Kind
  let text: [UInt8]
  var flags: Event.Flags = []

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
      guard valueKind == .string, let number = Self.json(value),
        number.kind == .integer || number.kind == .real, number.text == value
      else { return nil }
      self.init(number.kind, value, [.isASCII, .needsNoJSONEscape])
    case .text:
      guard valueKind == .string,
        let string = Self.json([UInt8(ascii: "\"")] + value + [UInt8(ascii: "\"")]),
        string.kind == .string
      else { return nil }
      self = string
    case .map, .tag, .literal:
      return nil
    }
  }

  private init(_ kind: Event.Kind, _ text: [UInt8], _ flags: Event.Flags = []) {
    self.kind = kind
    self.text = text
    self.flags = flags
  }

  /// Parses a JSON scalar, because tagged forms use the notation of JSON for numbers and escapes.
  private static func json(_ text: [UInt8]) -> TaggedScalar? {
    var options = ReadingOptions()
    options.invalidText = .kept
    options.readsTaggedForms = true
    do {
      let reader = try Format.json.reader(options)
      return try scalar(of: text, reader)
    } catch {
      return nil
    }
  }

  private static func scalar(
    of text: [UInt8], _ reader: consuming any EventReader & ~Copyable
  ) throws(DecantError) -> TaggedScalar? {
    var window = Window(MemorySource(text), capacity: text.count + 1)
    var batch = EventBatch()
    var scalar: TaggedScalar?
    while try reader.read(from: &window, into: &batch) {
      for index in 0..<batch.count {
        let event = batch[index]
        switch event.kind {
        case .integer, .real, .string:
          // JSON allows white space around it, but tagged forms do not.
          guard event.position == 0 else { return nil }
          scalar = TaggedScalar(
            event.kind, batch.withText(of: event) { [UInt8]($0) },
            event.flags.subtracting(.inScratch))
        case .beginDocument, .endDocument: break
        default: return nil
        }
      }
      batch.removeAll()
    }
    return scalar
  }
}
