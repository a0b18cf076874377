import DecantTestSupport
import Testing
import Decant

@testable import DecantEditing
@testable import DecantCore

@Suite struct EditedBytesTests {
  @Test(arguments: 0..<100 as Range<UInt64>)
  func equalsAnEditedArray(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var array = (0..<Int.random(in: 0...40, using: &generator)).map { UInt8($0) }
    var bytes = EditedBytes(array)
    for _ in 0..<20 {
      let start = Int.random(in: 0...array.count, using: &generator)
      let end = Int.random(in: start...min(start + 5, array.count), using: &generator)
      let new = (0..<Int.random(in: 0...4, using: &generator)).map { _ in
        UInt8.random(in: 100...255, using: &generator)
      }
      bytes = try bytes.applying([ByteEdit(start..<end, new)])
      array.replaceSubrange(start..<end, with: new)
      #expect(Array(bytes) == array)
      #expect(Array(bytes.reversed()) == array.reversed())
      #expect(try bytes.makeSource().readToEnd() == array)
      let destination = MemoryDestination()
      try bytes.write(to: destination)
      #expect(destination.bytes == array)
    }
  }

  /// The bytes of many pieces are kept in temporary files.
  @Test func takesManyEdits() throws {
    var array = (0..<200_000).map { UInt8(truncatingIfNeeded: $0) }
    var bytes = EditedBytes(array)
    for step in 1...2 {
      let edits = (0..<40_000).map { number in
        ByteEdit(5 * number + step..<5 * number + step + 1, [UInt8(truncatingIfNeeded: number)])
      }
      for edit in edits { array.replaceSubrange(edit.range, with: edit.bytes) }
      bytes = try bytes.applying(edits)
      #expect(Array(bytes) == array)
      #expect(try bytes.makeSource().readToEnd() == array)
    }
  }

  @Test func refusesOverlappingEdits() throws {
    var replacement = EditedBytes.Replacement(of: EditedBytes([1, 2, 3, 4]))
    for (edit, isApplied) in [
      (ByteEdit(1..<1, [7]), true), (ByteEdit(1..<1, [8]), true), (ByteEdit(2..<3), true),
      (ByteEdit(2..<2, [9]), false), (ByteEdit(0..<4), false),
    ] {
      #expect(try replacement.apply(edit) == isApplied)
    }
    #expect(Array(replacement.finish()) == [1, 7, 8, 2, 4])
  }

  @Test(arguments: [1, 2, 3, 100])
  func readsWithoutOmissions(size: Int) throws {
    let bytes = try EditedBytes(Array(0..<10)).applying([ByteEdit(4..<4, [90, 91])])
    let source = bytes.makeSource(without: [0..<1, 2..<5, 11..<12])
    var window = Window(source, capacity: size)
    var found: [UInt8] = []
    while try window.refill() {
      window.withBytes { found.append(copying: $0.extracting(0..<window.count)) }
      window.position = window.count
    }
    #expect(found == [1, 91, 4, 5, 6, 7, 8])
  }

  /// Beyond 4 MB, the source is kept in a temporary file.
  @Test func readsALargeSource() throws {
    let array = (0..<4_500_000).map { UInt8(truncatingIfNeeded: $0 ^ $0 >> 9) }
    let bytes = try EditedBytes(reading: .bytes(array))
    let edited = try bytes.applying([
      ByteEdit(2_500_001..<2_500_004, [1]), ByteEdit(4_499_999..<4_500_000),
    ])
    #expect(edited[2_500_000..<2_500_003].elementsEqual([array[2_500_000], 1, array[2_500_004]]))
    var expected = array
    expected.removeLast()
    expected.replaceSubrange(2_500_001..<2_500_004, with: [1])
    #expect(try edited.makeSource().readToEnd() == expected)
  }
}

extension EditedBytes {
  fileprivate func applying(_ edits: [ByteEdit]) throws -> EditedBytes {
    var replacement = Replacement(of: self)
    for edit in edits { _ = try replacement.apply(edit) }
    return replacement.finish()
  }
}
