import Testing

import Decant

@testable import DecantCommands

@Suite struct ProgressLineTests {
  private let line = ProgressLine(
    files: 4012, allFiles: 10_000, bytes: 8_140_000, allBytes: 20_200_000, elapsed: 2)

  @Test func reportsHowFarItIs() {
    #expect(
      line.text(width: 120)
        == "[============>                 ]  4,012 of 10,000 files  8.1 of 20.2 MB  4.1 MB/s  "
        + "0:03 left")
    #expect(
      line.text(width: 80)
        == "[======>          ]  4,012 of 10,000 files  8.1 of 20.2 MB  4.1 MB/s  0:03 left")
    #expect(line.text(width: 60) == "4,012 of 10,000 files  8.1 of 20.2 MB  4.1 MB/s  0:03 left")
    #expect(line.text(width: 45) == "4,012 of 10,000 files  8.1 of 20.2 MB")
    #expect(line.text(width: 30) == "4,012 of 10,000 files")
    #expect(line.text(width: 10) == "")
  }

  @Test func fitsAnyTerminal() {
    for (files, bytes, elapsed) in [
      (0, 0, 0.0), (1, 1, 0.6), (5, 999_999, 3.0), (10, 123_456_789_012, 9e5),
      (10, Int.max / 4, 1e-3),
    ] {
      let line = ProgressLine(
        files: files, allFiles: 10, bytes: bytes, allBytes: max(bytes, 1), elapsed: elapsed)
      for width in 0...200 {
        let text = line.text(width: width)
        #expect(text.count <= max(0, width - 1))
        #expect(text.utf8.allSatisfy { 0x20..<0x7F ~= $0 })
      }
    }
  }

  @Test func promisesNothingAtTheBeginning() {
    let line = ProgressLine(files: 0, allFiles: 2, bytes: 0, allBytes: 100, elapsed: 0.1)
    #expect(line.text(width: 100) == "[>                             ]  0 of 2 files  0 of 100 B")
  }

  @Test func showsBytesAlone() {
    var line = ProgressLine(bytes: 8_140_000, elapsed: 2)
    #expect(line.text(width: 120) == "8.1 MB  4.1 MB/s")
    line.allBytes = 16_280_000
    #expect(
      line.text(width: 120)
        == "[===============>              ]  8.1 of 16.3 MB  4.1 MB/s  0:02 left")
    line.allBytes = 0
    #expect(line.text(width: 120).hasPrefix("[=="))
  }

  @Test func isFullAtTheEnd() {
    let line = ProgressLine(files: 2, allFiles: 2, bytes: 100, allBytes: 100, elapsed: 0.1)
    #expect(line.text(width: 100).hasPrefix("[==============================]  2 of 2 files"))
    let empty = ProgressLine(files: 1, allFiles: 2, bytes: 0, allBytes: 0, elapsed: 0.1)
    #expect(empty.text(width: 100).hasPrefix("[===============>              ]  1 of 2 files"))
  }

  @Test(arguments: [
    (0, "0 B"), (999, "999 B"), (1000, "1.0 kB"), (1250, "1.3 kB"), (99_949, "99.9 kB"),
    (123_456, "123 kB"), (999_499, "999 kB"), (999_500, "1.0 MB"), (5_000_000_000, "5.0 GB"),
  ])
  func sizesBytes(bytes: Int, text: String) {
    #expect(ProgressLine.sized(bytes) == text)
  }

  @Test(arguments: [(0, "0:00"), (61, "1:01"), (3600, "1:00:00"), (86_399, "23:59:59")])
  func tellsTime(seconds: Int, text: String) {
    #expect(ProgressLine.clock(seconds) == text)
  }

  @Test(arguments: [(0, "0"), (999, "999"), (1000, "1,000"), (1_234_567, "1,234,567")])
  func groupsDigits(number: Int, text: String) {
    #expect(ProgressLine.grouped(number) == text)
  }
}
