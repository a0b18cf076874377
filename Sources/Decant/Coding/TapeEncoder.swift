/// An `Encoder` for the next node of a tape.
struct TapeEncoder: Encoder {
  let tape: OpenTape
  let start: Int

  var codingPath: [any CodingKey] { tape.path(of: start) }
  var userInfo: [CodingUserInfoKey: Any] { tape.session.options.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    let (tape, start) = tape.collection(.beginMapping, at: start)
    return KeyedEncodingContainer(TapeKeyedEncodingContainer<Key>(tape: tape, start: start))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    let (tape, start) = tape.collection(.beginSequence, at: start)
    return TapeUnkeyedEncodingContainer(tape: tape, start: start)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    TapeSingleValueEncodingContainer(tape: tape, start: start)
  }
}
