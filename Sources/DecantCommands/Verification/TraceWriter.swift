internal import DecantCore

struct TraceWriter: EventWriter {
  private var trace: EventTrace

  init(for format: Format) {
    trace = EventTrace(for: format)
  }

  mutating func write(_ batch: borrowing EventBatch, to sink: ByteSink) throws(DecantError) {
    for index in 0..<batch.count { trace.append(batch[index], of: batch) }
    try trace.bytes.withBytes { (bytes) throws(DecantError) in try sink.write(bytes) }
    trace.removeAll()
  }
}
