/// What is to be said of something in an archive.
indirect enum KeyedArchiveItem {
  /// What is at a node of the property list: a reference, or the value itself.
  case node(Int)
  case null
  case string(String)
  case integer(String)
  case real(String)
  case date(String)
  /// The bytes of a node that is data.
  case data(Int)
  case sequence([KeyedArchiveItem])
  /// Keys and values in turn.
  case mapping([KeyedArchiveItem])
  /// The same, of an object of a class that is not known.
  case object([KeyedArchiveItem])
}
