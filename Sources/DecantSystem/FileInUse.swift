internal import CSystem
internal import Synchronization

@unsafe @preconcurrency internal import DecantPlatform

/// A file whose bytes are read where they are, more than once, while another program may change it.
///
/// If the bytes are others the next time, such as those of a quote, code may trap: `hasChangedFile` is then the reason.
/// What is cut off from a mapped file would end the process with SIGBUS: the handler of the signal puts zeros in its place and marks
/// the file, whose user finds the mark. Only a program may handle signals: in a library, files are read and not mapped.
///
///     range │ bytes of the file │ missing ─▶ zeros │
///                               └ fault
package struct FileInUse: ~Copyable {
  private let number: Int

  /// Registers an open file, and the pages to which it will be mapped; nil if the signal is not handled, or the table is full.
  package init?(_ descriptor: Int32, mappedFrom start: UInt = 0, to end: UInt = 0) {
    guard isHandled.load(ordering: .relaxed),
      case .success(let status) = System.status(of: descriptor)
    else { return nil }
    for number in slots.indices
    where !slots[number].isTaken.logicalOr(true, ordering: .acquiring).oldValue {
      slots[number].version.store(status.version.digest, ordering: .relaxed)
      slots[number].start.store(start, ordering: .relaxed)
      slots[number].end.store(end, ordering: .releasing)
      slots[number].descriptor.store(descriptor, ordering: .releasing)
      self.number = number
      return
    }
    return nil
  }

  /// Ends the registration: the pages must not be read afterward.
  deinit {
    slots[number].descriptor.store(-1, ordering: .relaxed)
    slots[number].end.store(0, ordering: .relaxed)
    slots[number].start.store(0, ordering: .relaxed)
    slots[number].isTruncated.store(false, ordering: .relaxed)
    slots[number].isTaken.store(false, ordering: .releasing)
  }

  /// Whether bytes were read that the file does not have any more.
  package var isTruncated: Bool { slots[number].isTruncated.load(ordering: .relaxed) }

  /// Whether the file is not any more as it was found.
  package var hasChanged: Bool { slots[number].hasChanged }
}

extension System {
  /// Handles the signal for bytes that a mapped file has lost, so that files can be mapped.
  package static func survivesTruncatedFiles() {
    // What the handler uses must be initialized before.
    _ = pageSize
    _ = slots.indices
    // SAFETY: the handler only calls async-signal-safe functions.
    let outcome = unsafe decant_handle_bus_errors { unsafe replaceMissingBytes($0, $1, $2) }
    isHandled.store(outcome == 0, ordering: .relaxed)
  }

  /// Whether a file in use is not any more as it was found; calls only async-signal-safe functions.
  package static var hasChangedFile: Bool { slots.indices.contains { slots[$0].hasChanged } }
}

/// Its range is empty while it is free, or the file is not mapped.
private struct Slot: ~Copyable {
  let isTaken = Atomic(false)
  let isTruncated = Atomic(false)
  let start = Atomic<UInt>(0)
  let end = Atomic<UInt>(0)
  let descriptor = Atomic<Int32>(-1)
  let version = Atomic(0)

  var hasChanged: Bool {
    let descriptor = descriptor.load(ordering: .acquiring)
    guard descriptor >= 0, let status = try? System.status(of: descriptor).get() else {
      return false
    }
    return status.version.digest != version.load(ordering: .relaxed)
  }
}

private let isHandled = Atomic(false)

private let slots = InlineArray<8, Slot> { _ in Slot() }

/// Maps zeros over the rest of the range that has the fault; ends the process if there is none.
///
/// Atomics and `mmap`, a plain call of the system, are async-signal-safe.
@unsafe
private func replaceMissingBytes(
  _ number: Int32, _ information: UnsafeMutablePointer<siginfo_t>?, _: UnsafeMutableRawPointer?
) {
  let address = unsafe information.map { unsafe decant_fault_address($0) } ?? 0
  for index in slots.indices {
    let end = slots[index].end.load(ordering: .acquiring)
    let start = slots[index].start.load(ordering: .relaxed)
    guard address >= start, address < end else { continue }
    let page = address - address % UInt(System.pageSize)
    // SAFETY: the pages belong to a range, whose owner only reads them.
    guard unsafe System.mapZeros(over: page, to: end) else { break }
    slots[index].isTruncated.store(true, ordering: .relaxed)
    return
  }
  // The fault occurs again when this handler returns.
  _ = signal(number, SIG_DFL)
}
