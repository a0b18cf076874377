/// The state of a partial scan of a quoted string.
struct StringScan {
  /// The number of bytes after the opening quote that are already scanned.
  var length = 0
  var isASCII = true
  var hasEscapes = false
  /// Whether it contains a byte that must be escaped in JSON.
  var needsJSONEscape = false
}
