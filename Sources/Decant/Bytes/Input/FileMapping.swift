/// A part of a file, mapped into memory for reading.
///
/// Zeros follow the last byte, as `ByteStorage` requires: the rest of its page, and one more page.
///
///     pages │ before │ the bytes … │ zeros │ a page of zeros │
///                     start
@safe
final class FileMapping {
  let start: UnsafeMutableRawPointer
  let count: Int
  private let pages: UnsafeMutableRawPointer
  private let size: Int

  init?(_ descriptor: Int32, from first: Int, to end: Int) {
    let page = System.pageSize
    precondition(first >= 0 && end > first && page >= ByteStorage.padding)
    let before = first % page
    count = end - first
    // Offsets in files are positive, so this cannot overflow.
    let content = (before + count + page - 1) / page * page
    size = content + page
    guard let pages = unsafe System.reserveZeros(size) else { return nil }
    // SAFETY: the file's pages are as many as were reserved but one, and belong to this object.
    guard
      unsafe System.map(descriptor, from: first - before, count: before + count, over: pages)
    else {
      unsafe System.unmap(pages, size)
      return nil
    }
    unsafe self.pages = pages
    unsafe start = pages + before
  }

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
    // SAFETY: reserved in `init`, and unmapped once.
    unsafe System.unmap(pages, size)
  }
}
