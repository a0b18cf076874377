/// The state of a partial scan of a quoted string.
struct StringScan {
  var length = 0
  var isASCII = true
  var hasEscapes = false
  var needsJSONEscape = false
}
