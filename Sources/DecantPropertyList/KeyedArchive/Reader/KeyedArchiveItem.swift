internal import DecantCore

/// A value to emit from an archive.
indirect enum KeyedArchiveItem {
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
  case object([KeyedArchiveItem])
  /// A value under a key of an object.
  case field(Int)
  /// Data in Base64, which can have a tag.
  case base64(Int)
  case tagged(KeyedArchiveTag, KeyedArchiveItem)
}
