import DecantTestSupport
import Decant
import DecantCore

@testable import DecantJSON

extension JSONWriter {
  /// Writes JSON through a sink that buffers at least `capacity` bytes of an unfinished document.
  static func text(
    of source: String, framed framing: JSONFraming, _ options: JSONWritingOptions, capacity: Int
  ) throws -> String {
    var window = Window(ChunkedSource(Array(source.utf8), sizes: []))
    var reader = StrictJSONReader(ReadingOptions(), framing)
    var writer = JSONWriter(options)
    let destination = MemoryDestination()
    let sink = ByteSink(destination, capacity: capacity)
    var batch = EventBatch()
    while try reader.read(from: &window, into: &batch) {
      try writer.write(batch, to: sink)
      batch.removeAll()
    }
    try sink.flush()
    return destination.text
  }
}
