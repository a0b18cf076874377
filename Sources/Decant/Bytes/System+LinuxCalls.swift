#if os(Linux)
  /// Calls of Linux's C libraries that their headers keep from programs that ask for no more than POSIX.
  ///
  /// Their arguments are numbers and addresses, which Swift passes as C does.
  enum LinuxCalls {
    @_silgen_name("syncfs")
    static func syncfs(_ descriptor: Int32) -> Int32

    @_silgen_name("sync_file_range")
    static func syncFileRange(
      _ descriptor: Int32, _ offset: Int64, _ count: Int64, _ flags: UInt32
    ) -> Int32

    @_silgen_name("sched_getaffinity")
    static func schedulerAffinity(
      _ process: Int32, _ size: Int, _ processors: UnsafeMutableRawPointer
    ) -> Int32
  }
#endif
