/// A class of Foundation whose objects are texts, but not of the type `String`.
enum KeyedArchiveTextClass: String {
  case url = "NSURL"
  case uuid = "NSUUID"
}
