/// The value of a scalar, with numbers in JSON's grammar, which every writer accepts.
package enum YAMLValue {
  case string
  /// A null or boolean.
  case word(Event.Kind)
  /// An integer or real in JSON's grammar.
  case number(Event.Kind)
  case respelled(Event.Kind, [UInt8])
  case nonFinite(String)
  case date(String)
  case data([UInt8])
}
