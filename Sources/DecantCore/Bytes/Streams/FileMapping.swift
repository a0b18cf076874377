internal import DecantSystem

/// A part of a file, mapped into memory for reading.
///
/// Zeros follow the last byte, as `ByteStorage` requires: the rest of its page, and one more page. They also take the place of
/// bytes that another program cuts off; `isTruncated` reports it.
///
///     pages │ before │ the bytes … │ zeros │ a page of zeros │
///                     start
@safe
@usableFromInline package final class FileMapping {
  let start: UnsafeMutableRawPointer
  package let count: Int
  private let pages: UnsafeMutableRawPointer
  private let size: Int
  private let end: Int
  /// Nil for a file that no other program can open.
  private let descriptor: Int32?
  private var range: FileInUse?

  /// Maps a part of a file that other programs may truncate; nil if the process would not survive that.
  convenience init?(_ descriptor: Int32, from first: Int, to end: Int) {
    guard case .count(let duplicate) = System.duplicate(descriptor) else { return nil }
    self.init(descriptor, from: first, to: end, watching: Int32(duplicate))
  }

  /// Maps an unnamed file of this process.
  convenience init?(unnamed descriptor: Int32, count: Int) {
    self.init(descriptor, from: 0, to: count, watching: nil)
  }

  private init?(_ file: Int32, from first: Int, to end: Int, watching descriptor: Int32?) {
    let page = System.pageSize
    precondition(first >= 0 && end > first && page >= ByteStorage.padding)
    let before = first % page
    count = end - first
    // Offsets in files are positive, so this cannot overflow.
    let content = (before + count + page - 1) / page * page
    size = content + page
    self.end = end
    self.descriptor = descriptor
    guard let pages = unsafe System.reserveZeros(size) else {
      if let descriptor { _ = System.close(descriptor) }
      return nil
    }
    let address = UInt(bitPattern: pages)
    if let descriptor {
      range = FileInUse(descriptor, mappedFrom: address, to: address + UInt(content))
    }
    // SAFETY: the file's pages are as many as were reserved but one, and belong to this object.
    guard
      range != nil || descriptor == nil,
      unsafe System.map(file, from: first - before, count: before + count, over: pages)
    else {
      unsafe System.unmap(pages, size)
      if let descriptor { _ = System.close(descriptor) }
      return nil
    }
    unsafe self.pages = pages
    unsafe start = pages + before
  }

  /// Whether the file has become shorter, so that zeros may have been read instead of its bytes.
  var isTruncated: Bool {
    guard let descriptor else { return false }
    return range?.isTruncated == true || System.size(of: descriptor).map { $0 < end } == true
  }

  /// Whether another program has written to the file, so that other bytes may be read the second time than the first.
  var hasChanged: Bool { range?.hasChanged == true }

  /// Lets the system drop the pages of a range, which it reads again when they are needed.
  ///
  /// Those before the range are dropped too: the system also maps pages around one that is read, and single bytes may have
  /// been read again.
  func releasePages(in range: Range<Int>) {
    precondition(range.lowerBound >= 0 && range.upperBound <= count)
    let lower = max(range.lowerBound - 4 << 20, 0)
    let page = System.pageSize
    // SAFETY: the pages are part of the mapping of the file, which is read-only.
    let before = unsafe start - pages
    let first = (before + lower) / page * page
    let end = (before + range.upperBound) / page * page
    if first < end { unsafe System.release(pages + first, end - first) }
  }

  deinit {
    range = nil
    // SAFETY: reserved in `init`, and unmapped once.
    unsafe System.unmap(pages, size)
    if let descriptor { _ = System.close(descriptor) }
  }
}

/// A source that may be able to map its bytes into memory: a file can, a pipe cannot.
///
/// A mapped file is not copied, and several threads read it at once.
package protocol MappableSource: ByteSource {
  /// Maps the bytes from `count` before the next one to the end; nil if that is not possible.
  ///
  /// The source is at its end afterward.
  func mapRest(after count: Int) -> FileMapping?

  /// The number of bytes up to the present end; nil if it is unknown.
  var unread: Int? { get }
}

extension ByteSource {
  /// The source, if it can be mapped.
  ///
  /// The first cast to the protocol takes 86,000 instructions; one to a class takes few.
  package var mappable: (any MappableSource)? {
    if let file = self as? FileSource { return file }
    if let descriptor = self as? DescriptorSource { return descriptor }
    return self is MemorySource ? nil : self as? any MappableSource
  }
}

extension DescriptorSource: MappableSource {
  @usableFromInline package func mapRest(after count: Int) -> FileMapping? {
    guard let next = System.offset(of: descriptor), let size = System.size(of: descriptor),
      next >= count, size > next - count,
      let mapping = FileMapping(descriptor, from: next - count, to: size)
    else { return nil }
    // Other users of the descriptor find it at the end, as if every byte had been read.
    System.skip(descriptor, to: size)
    return mapping
  }

  @usableFromInline package var unread: Int? {
    guard let next = System.offset(of: descriptor), let size = System.size(of: descriptor)
    else { return nil }
    return max(size - next, 0)
  }
}

extension FileSource: MappableSource {
  @inlinable package func mapRest(after count: Int) -> FileMapping? { bytes.mapRest(after: count) }

  @inlinable package var unread: Int? { bytes.unread }
}
