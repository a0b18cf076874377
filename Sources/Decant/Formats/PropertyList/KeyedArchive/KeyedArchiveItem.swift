/// A value to emit from an archive.
indirect enum KeyedArchiveItem {
  /// A node of the property list: a reference or a value.
  case node(Int)
  case null
  case string(String)
  case integer(String)
  case real(String)
  case date(String)
  case data(Int)
  case sequence([KeyedArchiveItem])
  /// Keys and values in turn.
  case mapping([KeyedArchiveItem])
  /// The same for an object of an unknown class.
  case object([KeyedArchiveItem])
}
