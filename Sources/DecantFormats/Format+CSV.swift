internal import DecantCSV
public import DecantCore
internal import DecantJSON

extension Format {
  /// Comma-separated values (RFC 4180), in which tagged forms are JSON.
  public static let csv = Format.csv(nested: .json)

  /// Tab-separated values, in which tagged forms are JSON.
  public static let tsv = Format.tsv(nested: .json)
}
