import DecantTestSupport
import Testing

@testable import Decant

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
      let old = bytes
      bytes = bytes.applying([ByteEdit(start..<end, new)])
      #expect(bytes.hasSameBytes(as: old) == (Array(array[start..<end]) == new))
      array.replaceSubrange(start..<end, with: new)
      #expect(Array(bytes) == array)
      #expect(Array(bytes.reversed()) == array.reversed())
      #expect(try bytes.makeSource().readToEnd() == array)
      let destination = MemoryDestination()
      try bytes.write(to: destination)
      #expect(destination.bytes == array)
    }
  }

  @Test func keepsTheOrderOfEditsAtTheSamePlace() {
    let edits = [ByteEdit(1..<1, [7]), ByteEdit(2..<3), ByteEdit(1..<1, [8])]
    #expect(Array(EditedBytes([1, 2, 3]).applying(edits)) == [1, 7, 8, 2])
  }

  /// Beyond 4 MB, the source is kept in a temporary file.
  @Test func readsALargeSource() throws {
    let array = (0..<9_000_000).map { UInt8(truncatingIfNeeded: $0 ^ $0 >> 9) }
    let bytes = try EditedBytes(reading: .bytes(array))
    let edited = bytes.applying([
      ByteEdit(5_000_001..<5_000_004, [1]), ByteEdit(8_999_999..<9_000_000),
    ])
    #expect(edited[5_000_000..<5_000_003].elementsEqual([array[5_000_000], 1, array[5_000_004]]))
    var expected = array
    expected.removeLast()
    expected.replaceSubrange(5_000_001..<5_000_004, with: [1])
    #expect(try edited.makeSource().readToEnd() == expected)
    #expect(!edited.hasSameBytes(as: bytes))
  }
}
