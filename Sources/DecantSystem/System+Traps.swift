internal import Synchronization

@unsafe @preconcurrency internal import DecantPlatform

extension System {
  /// Makes a lack of memory and a file that changes while it is read, at which Swift traps, errors of the tool.
  ///
  /// The process then ends with `status`. Other traps stay signals. In each case, temporary files are removed.
  package static func survivesTraps(endingWith status: Int32) {
    trapStatus.store(status, ordering: .relaxed)
    decant_share_allocator()
    #if os(Linux)
      // What the handler uses must be initialized before.
      _ = memorySize.load(ordering: .relaxed)
    #endif
    for number in [SIGILL, SIGTRAP, SIGABRT, SIGSEGV] { _ = signal(number, endByTrap) }
  }

  /// Gives up opening files but unnamed ones, connecting and starting processes, forever; returns whether the system can.
  package static func enterSandbox() -> Bool {
    #if os(Linux)
      memorySize.store(openMemorySize(), ordering: .relaxed)
      _ = StackRoom.here
      if decant_confine_calls() == 1 { return true }
      // It refuses less, nothing more, and takes as long. SAFETY: the string is NUL-terminated and outlives the call.
      _ = unsafe decant_confine_files(temporaryFolder)
      return false
    #else
      return false
    #endif
  }
}

#if os(Linux)
  /// The file with the size of the process's memory; negative before it is opened: a sandbox opens it before a trap.
  private let memorySize = Atomic<Int32>(-1)

  private func openMemorySize() -> Int32 {
    let path: StaticString = "/proc/self/statm"
    // SAFETY: the text of a static string is NUL-terminated, and valid as long as the program.
    return unsafe path.utf8Start.withMemoryRebound(to: CChar.self, capacity: path.utf8CodeUnitCount)
    {
      unsafe open($0, O_RDONLY)
    }
  }
#endif

private let trapStatus = Atomic<Int32>(1)

/// Ends the process after a trap; calls only async-signal-safe functions.
private func endByTrap(_ number: Int32) {
  CondemnedFiles.remove()
  let isChanged = System.hasChangedFile
  guard isChanged || isMemoryExhausted() else { return System.die(of: number) }
  write(
    isChanged
      ? "decant: error: a file changed while it was read\n" : "decant: error: out of memory\n")
  _exit(trapStatus.load(ordering: .relaxed))
}

private func write(_ message: StaticString) {
  // SAFETY: the text of a static string is valid as long as the program.
  _ = unsafe write(2, message.utf8Start, message.utf8CodeUnitCount)
}

/// Whether the process could not have eight times as much memory as it has.
///
/// What grows is moved to memory of twice its size, or of what the rest of the input is likely to need. Without a limit, there
/// is always room for more addresses.
private func isMemoryExhausted() -> Bool {
  #if os(Linux)
    let opened = memorySize.load(ordering: .relaxed)
    let file = opened < 0 ? openMemorySize() : opened
    var pages = 0
    var byte: UInt8 = 0
    // SAFETY: the call writes at most one byte. The first number in the file is that of the mapped pages.
    while unsafe read(file, &byte, 1) == 1, (0x30...0x39).contains(byte) {
      pages = pages &* 10 &+ Int(byte &- UInt8(ascii: "0"))
    }
    let size = pages &* Int(sysconf(Int32(_SC_PAGESIZE))) &* 8
    // SAFETY: a new mapping at an address that the system chooses touches no other memory.
    let start = unsafe mmap(nil, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard unsafe start != MAP_FAILED else { return true }
    _ = unsafe munmap(start, size)
  #endif
  return false
}
