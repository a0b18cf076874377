internal import DecantConversion

struct QueryArguments {
  var fallback: String?
  var aspect = NodeAspect.value
  var form = Form.values
  var endsWithNull = false
  var diffFormat = DiffFormat.text

  enum Form {
    case values
    /// The values below each match of the first path in a row.
    case rows
    /// Each scalar with its path.
    case paths
  }

  enum DiffFormat: String, CaseIterable {
    case text, patch
  }
}
