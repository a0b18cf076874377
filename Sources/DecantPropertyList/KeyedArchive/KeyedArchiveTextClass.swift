internal import DecantCore

/// A class of Foundation whose objects are texts, but not of the type `String`.
package enum KeyedArchiveTextClass: String {
  case url = "NSURL"
  case uuid = "NSUUID"
}
