internal import CSystem
internal import Synchronization

@unsafe @preconcurrency internal import DecantPlatform

/// A mapped file that another program may truncate, which would end the process with SIGBUS.
///
/// The handler of the signal puts zeros in place of the missing bytes, and marks the range: its user finds the mark when it
/// has read them. Only a program may handle signals: in a library, files are read and not mapped.
///
///     range │ bytes of the file │ missing ─▶ zeros │
///                               └ fault
struct MappedRange: ~Copyable {
  private let number: Int

  /// Registers pages that will be mapped; nil if the signal is not handled, or the table is full.
  init?(from start: UInt, to end: UInt) {
    guard isHandled.load(ordering: .relaxed) else { return nil }
    for number in slots.indices
    where !slots[number].isTaken.logicalOr(true, ordering: .acquiring).oldValue {
      slots[number].start.bitwiseOr(start, ordering: .relaxed)
      slots[number].end.bitwiseOr(end, ordering: .releasing)
      self.number = number
      return
    }
    return nil
  }

  /// Ends the registration: the pages must not be read afterward.
  deinit {
    slots[number].end.bitwiseAnd(0, ordering: .relaxed)
    slots[number].start.bitwiseAnd(0, ordering: .relaxed)
    slots[number].isTruncated.logicalAnd(false, ordering: .relaxed)
    slots[number].isTaken.logicalAnd(false, ordering: .releasing)
  }

  /// Whether bytes were read that the file does not have any more.
  var isTruncated: Bool { slots[number].isTruncated.load(ordering: .relaxed) }
}

extension System {
  /// Handles the signal for bytes that a mapped file has lost, so that files can be mapped.
  package static func survivesTruncatedFiles() {
    // What the handler uses must be initialized before.
    _ = pageSize
    _ = slots.indices
    // SAFETY: the handler only calls async-signal-safe functions.
    let outcome = unsafe decant_handle_bus_errors { unsafe replaceMissingBytes($0, $1, $2) }
    isHandled.logicalOr(outcome == 0, ordering: .relaxed)
  }
}

/// Zeros while it is free.
private struct Slot: ~Copyable {
  let isTaken = Atomic(false)
  let isTruncated = Atomic(false)
  let start = Atomic<UInt>(0)
  let end = Atomic<UInt>(0)
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
  let place = unsafe information.map { unsafe decant_fault_address($0) } ?? 0
  for index in slots.indices {
    let end = slots[index].end.load(ordering: .acquiring)
    let start = slots[index].start.load(ordering: .relaxed)
    guard place >= start, place < end else { continue }
    let page = place - place % UInt(System.pageSize)
    // SAFETY: the pages belong to a range, whose owner only reads them.
    guard unsafe System.mapZeros(over: page, to: end) else { break }
    slots[index].isTruncated.logicalOr(true, ordering: .relaxed)
    return
  }
  // The fault occurs again when this handler returns.
  _ = signal(number, SIG_DFL)
}
