/// The progress of a run, on one line that fits a terminal.
///
///     [=======>        ]  4,012 of 10,000 files  8.1 of 20.2 MB  12 MB/s  0:01 left
///     8.1 MB  12 MB/s
struct ProgressLine: Sendable {
  var files = 0
  var allFiles: Int?
  var bytes = 0
  var allBytes: Int?
  var elapsed = 0.0

  private static let narrowestBar = 10
  private static let widestBar = 30

  /// Returns the line, shorter than `width` columns: parts that do not fit are dropped.
  func text(width: Int) -> String {
    // Some terminals wrap when the last column is written.
    let room = width - 1
    let parts = [
      allFiles.map { "\(Self.grouped(files)) of \(Self.grouped($0)) files" },
      allBytes.map { "\(Self.amount(bytes, like: $0)) of \(Self.sized($0))" } ?? Self.sized(bytes),
      rate.map { "\(Self.sized($0))/s" },
      remaining.map { "\(Self.clock($0)) left" },
    ].compactMap { $0 }
    var line = ""
    for part in parts {
      let longer = line.isEmpty ? part : "\(line)  \(part)"
      guard longer.utf8.count <= room else { break }
      line = longer
    }
    let free = room - line.utf8.count - 4
    guard let fraction, free >= Self.narrowestBar, !line.isEmpty else { return line }
    return "[\(bar(fraction, min(free, Self.widestBar)))]  \(line)"
  }

  private var fraction: Double? {
    guard let allBytes else { return nil }
    if allBytes > 0 { return min(1, Double(bytes) / Double(allBytes)) }
    guard let allFiles, allFiles > 0 else { return 1 }
    return Double(files) / Double(allFiles)
  }

  private func bar(_ fraction: Double, _ width: Int) -> String {
    let done = Int(fraction * Double(width))
    guard done < width else { return String(repeating: "=", count: width) }
    return String(repeating: "=", count: done) + ">"
      + String(repeating: " ", count: width - done - 1)
  }

  private var rate: Int? {
    guard elapsed >= 0.5, bytes > 0 else { return nil }
    return Int(Double(bytes) / elapsed)
  }

  private var remaining: Int? {
    guard let fraction, elapsed >= 0.5, fraction > 0.01 else { return nil }
    return Int((elapsed / fraction - elapsed).rounded(.up))
  }

  private static let units = ["B", "kB", "MB", "GB", "TB", "PB", "EB"]

  private static func unit(of bytes: Int) -> (index: Int, size: Double) {
    var (index, size) = (0, 1.0)
    while Double(bytes) >= size * 999.5, index < units.count - 1 {
      size *= 1000
      index += 1
    }
    return (index, size)
  }

  private static func amount(_ bytes: Int, like other: Int) -> String {
    let (index, size) = unit(of: other)
    guard index > 0 else { return String(bytes) }
    let tenths = Int((Double(bytes) / size * 10).rounded())
    return Double(other) / size >= 100 ? String(tenths / 10) : "\(tenths / 10).\(tenths % 10)"
  }

  static func sized(_ bytes: Int) -> String {
    "\(amount(bytes, like: bytes)) \(units[unit(of: bytes).index])"
  }

  static func grouped(_ number: Int) -> String {
    var digits = String(number)
    var result = ""
    while digits.count > 3 {
      result = ",\(digits.suffix(3))\(result)"
      digits.removeLast(3)
    }
    return digits + result
  }

  static func clock(_ seconds: Int) -> String {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
    return hours > 0
      ? "\(hours):\(two(minutes)):\(two(seconds % 60))" : "\(minutes):\(two(seconds % 60))"
  }
}
