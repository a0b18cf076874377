internal import Synchronization

@unsafe @preconcurrency internal import DecantPlatform

/// The temporary files that are removed if a signal or a trap ends the process.
package enum CondemnedFiles {
  /// The address of each file's path; 0 where there is none.
  ///
  /// Files for which there is no slot are not removed. A migration has at most 512 results that wait for their places,
  /// and one for each of its threads.
  private static let slots = InlineArray<1024, Atomic<UInt>> { _ in Atomic(0) }
  /// The number of slots that were ever used.
  private static let used = Atomic<Int>(0)
  private static let isRemoving = Atomic<Bool>(false)

  /// Adds a file; the result, which is called once the file is gone or has its final name, forgets it.
  package static func add(_ path: String) -> () -> Void {
    // SAFETY: strdup copies the string.
    guard let copy = unsafe strdup(path) else { return {} }
    let address = UInt(bitPattern: copy)
    for slot in slots.indices {
      let outcome = slots[slot].compareExchange(
        expected: 0, desired: address, ordering: .sequentiallyConsistent)
      guard outcome.exchanged else { continue }
      _ = used.max(slot + 1, ordering: .sequentiallyConsistent)
      return { forget(slot) }
    }
    unsafe free(copy)
    return {}
  }

  private static func forget(_ slot: Int) {
    let address = slots[slot].exchange(0, ordering: .sequentiallyConsistent)
    // A handler that has read the address has set the flag before.
    guard !isRemoving.load(ordering: .sequentiallyConsistent) else { return }
    // SAFETY: the address is that of a copy which only this slot held.
    unsafe free(UnsafeMutableRawPointer(bitPattern: address))
  }

  /// Removes the files; calls only async-signal-safe functions.
  package static func remove() {
    isRemoving.store(true, ordering: .sequentiallyConsistent)
    for slot in 0..<used.load(ordering: .sequentiallyConsistent) {
      let address = slots[slot].load(ordering: .sequentiallyConsistent)
      // SAFETY: the address is 0 or that of a string, which is not freed from now on.
      if let path = unsafe UnsafePointer<CChar>(bitPattern: address) { _ = unsafe unlink(path) }
    }
  }
}
