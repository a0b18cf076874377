import DecantTestSupport
import Testing
import Decant

/// A date or local time in place of another one is one, and an offset from UTC is not lost in silence.
@Suite struct TOMLEnteredDateTests {
  private func edited(
    _ text: String, _ value: EditValue, losses: Losses? = nil
  ) throws -> (text: String, changes: [String]) {
    var editor = try DocumentEditor(Array(text.utf8), as: .toml)
    editor.losses = losses
    let changes = try editor.apply(.set(DocumentPointer(tokens: ["d"]), value))
    return (String(decoding: editor.bytes, as: UTF8.self), changes.map(\.message))
  }

  private static let times = [
    "2026-01-01", "23:59:59.5", "2026-01-01T10:00:00", "2026-01-01T10:00:00Z",
  ]

  @Test(arguments: times, times)
  func staysLocal(old: String, new: String) throws {
    for value in [EditValue.entered(new), .date(new)] {
      let (text, changes) = try edited("d = \(old) # c\nn = 1\n", value)
      #expect(text == "d = \(new) # c\nn = 1\n")
      #expect(changes.isEmpty == (old == new))
    }
  }

  @Test func readsTheNotationOfTOML() throws {
    for (entered, written) in [
      ("2026-02-02 10:00:00", "2026-02-02T10:00:00"), ("10:00", "10:00:00"),
      ("2026-02-02t10:00:00z", "2026-02-02T10:00:00Z"),
      ("2026-02-02T10:00Z", "2026-02-02T10:00:00Z"),
      // As YAML has them.
      ("2026-2-2 1:00:00 -5", "2026-02-02T06:00:00Z"),
    ] {
      #expect(
        try edited("d = 2026-01-01\n", .entered(entered)).text == "d = \(written)\n")
      #expect(try edited("d = 2026-01-01\n", .date(entered)).text == "d = \(written)\n")
      #expect(try edited("d = 1\n", .date(entered)).text == "d = \(written)\n")
    }
    for entered in ["2026-02-30", "2026-01-01\nx = 1", "2026-01-01 # c", "today", "5", "10:00:00Z"]
    {
      let (text, changes) = try edited("d = 2026-01-01\n", .entered(entered))
      let new = try Value(parsing: text, as: .toml)
      #expect(
        new.mapping?.count == 1 && changes.count == 1 && new["d"]?.localTime == nil, "\(text)")
    }
    #expect(throws: DecantError.self) { try edited("d = 1\n", .date("today")) }
  }

  @Test func testsDates() throws {
    var editor = try DocumentEditor(Array("d = 2026-01-01\n".utf8), as: .toml)
    let pointer = DocumentPointer(tokens: ["d"])
    try editor.apply(.test(pointer, .entered("2026-01-01")))
    try editor.apply(.test(pointer, .date("2026-01-01")))
    #expect(throws: DecantError.self) { try editor.apply(.test(pointer, .entered("2026-01-02"))) }
  }

  // MARK: Offsets

  private static let date = "2026-01-01T12:00:00+02:00"

  @Test func countsOffsetsInEdits() throws {
    for value in [EditValue.entered(Self.date), .date(Self.date)] {
      let losses = Losses()
      let (text, _) = try edited(
        "d = 2026-01-01\no = \(Self.date)\n", value, losses: losses)
      #expect(text == "d = 2026-01-01T10:00:00Z\no = \(Self.date)\n")
      #expect(losses.counts == [.dateOffset: 1])
    }
    let old = "d = \(Self.date)\n[t]\n"
    let (source, target) = (DocumentPointer(tokens: ["d"]), DocumentPointer(tokens: ["t", "d"]))
    let patch = try Document(parsing: "e = \(Self.date)\n", as: .toml)
    let edits: [(DocumentEdit, Int)] = [
      (.copy(source, to: target), 1), (.move(source, to: target), 1), (.merge(patch), 1),
      (.set(DocumentPointer(tokens: ["n"]), try Document(1)), 0),
      (.test(source, .date(Self.date)), 0),
    ]
    for (edit, count) in edits {
      var editor = try DocumentEditor(Array(old.utf8), as: .toml)
      editor.losses = Losses()
      try editor.apply(edit)
      #expect(editor.losses?.counts[.dateOffset, default: 0] == count, "\(edit)")
    }
  }
}
