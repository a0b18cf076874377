internal import DecantCore

/// The digest of an archive up to the end of its root, which is written in canonical form while it is read.
///
/// The members of a mapping are written in the order of the input, and put in theirs when the mapping ends. Outside of mappings
/// the text goes to the digest, so what is in memory is the text of one of the outermost mappings:
///
///     text │ [1,{"c":2,"a":[ … ],"b":3        members │ "c" │ "a" │ "b" │        names │ cab │
///
/// A root that does not equal its tagged form, or that has shared values, needs a ``CanonicalForm`` of the whole document.
struct RootDigest: ~Copyable {
  private struct Member: BitwiseCopyable {
    let start: Int
    var end = 0
    let nameStart: Int
    let nameLength: Int
    let beginning: UInt64

    var name: Range<Int> { nameStart..<nameStart &+ nameLength }

    func precedes(_ other: Self, _ names: RawSpan) -> Bool {
      guard beginning == other.beginning else { return beginning < other.beginning }
      return UTF16Order.precedes(names.extracting(name), names.extracting(other.name))
    }
  }

  private struct Frame: BitwiseCopyable {
    let firstMember: Int
    let firstName: Int
    var isSorted = true
  }

  let digest = Archive.Digest()
  private var text = Buffer<UInt8>(capacity: usualText + 4096)
  private var frames = Buffer<Frame>(capacity: 64)
  private var members = Buffer<Member>(capacity: 256)
  private var names = Buffer<UInt8>(capacity: 4096)
  private var sorted = Buffer<UInt8>(capacity: 4096)
  private var openMappings = 0
  private var needsComma = false

  private static let usualText = 1 << 14

  init() {
    text.append(utf8: ArchiveEnvelope.beginning)
  }

  /// Adds events of the root, up to its end, and returns the index after the last one; nil if it needs another form.
  mutating func add(_ batch: borrowing EventBatch, from start: Int) -> Int? {
    batch.withSpans { events, window, scratch in
      for index in start..<events.count {
        let event = events[index]
        guard add(event, event.flags.contains(.inScratch) ? scratch : window) else { return nil }
        if frames.isEmpty {
          flush()
          return index + 1
        }
      }
      return events.count
    }
  }

  /// Whether no collection is open.
  var isWhole: Bool { frames.isEmpty }

  private mutating func flush() {
    text.withBytes { digest.write($0) }
    text.removeAll()
  }

  private mutating func add(_ event: Event, _ bytes: RawSpan) -> Bool {
    guard event.flags.isDisjoint(with: .needingForms) else { return false }
    if event.isKey { return event.kind == .string && add(key: event, bytes) }
    if event.depthChange >= 0, needsComma { put(",") }
    needsComma = event.depthChange <= 0
    switch event.kind {
    case .string: text.append(string: event.textRange, event.flags, bytes)
    case .integer, .real: CanonicalNumber.append(in: bytes, event.textRange, to: &text)
    case .true: text.append(utf8: "true")
    case .false: text.append(utf8: "false")
    case .null: text.append(utf8: "null")
    case .beginSequence, .beginMapping:
      let isMapping = event.kind == .beginMapping
      put(isMapping ? "{" : "[")
      if isMapping { openMappings += 1 }
      frames.append(Frame(firstMember: members.count, firstName: names.count))
    case .endSequence:
      put("]")
      frames.removeLast()
    case .endMapping:
      guard endMembers() else { return false }
      put("}")
      openMappings -= 1
    default: return false
    }
    if openMappings == 0, text.count >= Self.usualText { flush() }
    return true
  }

  private mutating func add(key event: Event, _ bytes: RawSpan) -> Bool {
    let range = event.textRange
    let key = bytes.extracting(range)
    guard key.isEmpty || key.byte(at: 0) != UInt8(ascii: "$") || !hasMeaning(key) else {
      return false
    }
    let member = Member(
      start: text.count + (needsComma ? 1 : 0), nameStart: names.count, nameLength: range.count,
      beginning: UTF16Order.beginning(of: bytes, range))
    names.append(contentsOf: key)
    if needsComma {
      let last = members.count - 1
      members[last].end = text.count
      put(",")
      if names.withBytes({ [last = members[last]] in member.precedes(last, $0) }) {
        frames[frames.count - 1].isSorted = false
      }
    }
    members.append(member)
    text.append(string: range, event.flags, bytes)
    put(":")
    needsComma = false
    return true
  }

  /// Whether the key could be a spelled one, that of a shared value, or that of an archive.
  private func hasMeaning(_ key: RawSpan) -> Bool {
    TaggedText.isSpelledKey(key)
      || [SharedKey.number, ArchiveEnvelope.Field.archiver.rawValue].contains {
        $0.withBytes { key.isEqual(to: $0) }
      }
  }

  /// Ends a mapping; returns false if it could be a tagged form.
  private mutating func endMembers() -> Bool {
    let frame = frames.removeLast()
    let first = frame.firstMember
    if members.count > first {
      members[members.count - 1].end = text.count
      let name = members[first].name
      if members.count == first + 1, names.withBytes({ $0.mayBeForm(name) }) { return false }
    }
    if !frame.isSorted { sortMembers(from: first) }
    members.truncate(to: first)
    names.truncate(to: frame.firstName)
    return true
  }

  private mutating func sortMembers(from first: Int) {
    let start = members[first].start
    Self.sort(&members, from: first, names)
    // Of a long text without a mapping around it, nothing changes any more.
    let isFinal = openMappings == 1 && text.count >= Self.usualText
    if isFinal { text.withBytes { digest.write($0.extracting(0..<start)) } }
    for index in first..<members.count {
      if index > first { sorted.append(UInt8(ascii: ",")) }
      let range = members[index].start..<members[index].end
      if isFinal, sorted.count + range.count >= Self.usualText {
        sorted.withBytes { digest.write($0) }
        sorted.removeAll()
        text.withBytes { digest.write($0.extracting(range)) }
      } else {
        sorted.append(range, of: text)
      }
    }
    text.truncate(to: isFinal ? 0 : start)
    text.append(0..<sorted.count, of: sorted)
    sorted.removeAll()
  }

  private static func sort(
    _ members: inout Buffer<Member>, from first: Int, _ names: borrowing Buffer<UInt8>
  ) {
    names.withBytes { names in members.sort(from: first) { $0.precedes($1, names) } }
  }

  private mutating func put(_ sign: Unicode.Scalar) {
    text.append(UInt8(truncatingIfNeeded: sign.value))
  }
}
