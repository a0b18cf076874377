@unsafe @preconcurrency internal import DecantPlatform

extension System {
  /// What a child process has written, and how it ended.
  package struct ChildOutcome {
    /// The exit status; nil if a signal ended the process.
    package var status: Int32?
    package var output: [UInt8] = []
    package var errors: [UInt8] = []
  }

  /// Runs a program, which is looked for on the search path, with an empty input, and waits for its end.
  package static func run(_ program: String, _ arguments: [String]) throws(Errno) -> ChildOutcome {
    let (output, errors) = (try Pipe(), try Pipe())
    // A process inherits that children are ignored; their exit statuses would be lost.
    _ = signal(SIGCHLD, SIG_DFL)
    let process = try spawn(program, arguments, output, errors)
    output.closeWritingEnd()
    errors.closeWritingEnd()
    let contents = Pipe.readAll([output, errors])
    return ChildOutcome(
      status: exitStatus(of: process), output: contents[0], errors: contents[1])
  }

  private static func spawn(
    _ program: String, _ arguments: [String], _ output: Pipe, _ errors: Pipe
  ) throws(Errno) -> pid_t {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = unsafe posix_spawn_file_actions_t()
    #endif
    // SAFETY: the actions are initialized here, used until the return, and destroyed once.
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    // SAFETY: the system copies the path. All descriptors but these three close themselves in the child.
    unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    unsafe posix_spawn_file_actions_adddup2(&actions, output.writingEnd, 1)
    unsafe posix_spawn_file_actions_adddup2(&actions, errors.writingEnd, 2)
    // SAFETY: strdup copies the strings, which are freed once, after the call.
    var words = unsafe ([program] + arguments).map { unsafe strdup($0) }
    unsafe words.append(nil)
    defer { unsafe words.forEach { unsafe free($0) } }
    var process: pid_t = 0
    // SAFETY: the list of words ends in nil, as does the one of the environment, which nothing changes meanwhile.
    let code = unsafe posix_spawnp(&process, program, &actions, nil, words, currentEnvironment)
    guard code == 0 else { throw Errno(code: code) }
    return process
  }

  /// Returns the values of the variables whose names begin with a text.
  package static func environment(beginningWith prefix: String) -> [String] {
    var values: [String] = []
    var entry = unsafe currentEnvironment
    // SAFETY: the list, which nothing changes meanwhile, ends in nil; its texts are NUL-terminated, and copied at once.
    while let pointer = unsafe entry, let text = unsafe pointer.pointee {
      let words = unsafe String(cString: text)
      if words.hasPrefix(prefix), let sign = words.firstIndex(of: "=") {
        values.append(String(words[sign...].dropFirst()))
      }
      unsafe entry = pointer + 1
    }
    return values
  }

  private static var currentEnvironment: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
    #if canImport(Darwin)
      unsafe _NSGetEnviron().pointee
    #else
      unsafe environ
    #endif
  }

  private static func exitStatus(of process: pid_t) -> Int32? {
    var status: Int32 = 0
    // SAFETY: the call fills the one number that it receives.
    guard case .count = retrying({ Int(unsafe waitpid(process, &status, 0)) }) else { return nil }
    // The lowest seven bits are the signal, the next byte after them the status.
    return status & 0x7F == 0 ? status >> 8 & 0xFF : nil
  }
}
