public import Decant
import DecantCore

/// The events of a reader, and the error that ended them, if any.
public struct Transcript: Hashable, Sendable {
  /// An event, without properties that depend on chunks.
  public struct Entry: Hashable, Sendable {
    public var kind: Event.Kind
    public var flags: UInt16
    public var style: Event.Style
    public var text: [UInt8]
    public var offset: Int
  }

  public var entries: [Entry] = []
  public var error: DecantError?

  /// The chunking of an input.
  public struct Feeding: Hashable, Sendable, CustomStringConvertible {
    /// The sizes of the reads, in turn; empty for a single read.
    public var sizes: [Int]
    public var capacity: Int

    public init(sizes: [Int] = [], capacity: Int = 64 * 1024) {
      self.sizes = sizes
      self.capacity = capacity
    }

    public var description: String { "reads of \(sizes) into a window of \(capacity)" }

    public static let all =
      [1, 2, 3, 7, 8, 13, 64].flatMap { size in
        [Feeding(sizes: [size], capacity: 64), Feeding(sizes: [size])]
      } + [
        Feeding(capacity: 1), Feeding(capacity: 64), Feeding(sizes: [1, 5, 2, 31], capacity: 16),
      ]
  }

  public init(
    reading bytes: [UInt8], as format: Format, _ options: ReadingOptions = ReadingOptions(),
    feeding: Feeding = Feeding()
  ) {
    let source = ChunkedSource(bytes, sizes: feeding.sizes)
    var window = Window(source, capacity: feeding.capacity)
    var batch = EventBatch()
    do throws(DecantError) {
      if !format.isBinaryStream { try window.decodeUnicode() }
      var reader = try format.reader(options)
      while try reader.read(from: &window, into: &batch) {
        take(batch)
        batch.removeAll()
      }
      take(batch)
    } catch {
      take(batch)
      var located = error.located(in: window, named: nil)
      located.excerpt = nil
      self.error = located
      if case .duplicateKey = error.problem, entries.last?.isKey == true { entries.removeLast() }
    }
  }

  private mutating func take(_ batch: borrowing EventBatch) {
    for index in 0..<batch.count {
      let event = batch[index]
      let text =
        event.kind.hasText
        ? batch.withText(of: event) { text in
          // SAFETY: the array copies the bytes during the call.
          unsafe text.withUnsafeBytes { unsafe Array($0) }
        } : []
      entries.append(
        Entry(
          kind: event.kind, flags: event.flags.subtracting(.inScratch).rawValue,
          style: event.style, text: text, offset: batch.offset(of: event)))
    }
  }
}

extension Transcript.Entry {
  public var isKey: Bool { Event.Flags(rawValue: flags).contains(.isKey) }
}

extension Event.Kind {
  public var hasText: Bool {
    switch self {
    case .integer, .real, .string, .date, .localTime, .data, .uid, .anchor, .tag, .alias: true
    default: false
    }
  }
}
