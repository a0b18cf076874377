import DecantCommands
import DecantCore
import DecantSystem
@unsafe @preconcurrency import DecantPlatform

/// Enters the sandbox, and prints the error of each attempt to do something in it, 0 for none; tests run it.
///
///     sandboxprobe outside|inside|landlock FILE
@main enum SandboxProbe {
  nonisolated(unsafe) static var file = ""
  static let kept = unsafe open(file, O_RDONLY)
  static let connecting = socket(AF_INET, 1, 0)

  static func main() throws {
    #if os(Linux)
      unsafe file = CommandLine.arguments[2]
      guard kept >= 0, connecting >= 0 else { fatalError() }
      let isEntered = Monitor(false)
      // A thread that was started before.
      let earlier = try WorkerThread {
        isEntered.wait { $0 ? () : nil }
        unsafe printError("open, earlier thread", open(file, O_RDONLY))
      }
      switch CommandLine.arguments[1] {
      case "inside": print("sandbox:", System.enterSandbox())
      case "landlock": print("landlock:", unsafe decant_confine_files(System.temporaryFolder) == 1)
      default: break
      }
      isEntered.change { $0 = true }
      earlier.join()
      let later = try WorkerThread {
        unsafe printError("open, later thread", open(file, O_RDONLY))
      }
      later.join()
      attempt()
    #endif
  }

  #if os(Linux)
    private static func attempt() {
      unsafe printError("open", open(file, O_RDONLY))
      unsafe printError("create", open("made", O_CREAT | O_WRONLY, 0o600))
      unsafe printError("list", opendir(".") == nil ? -1 : 0)
      unsafe printError("rename", rename(file, file + ".old"))
      unsafe printError("remove", unlink(file + ".old"))
      unsafe printError("make folder", mkdir("folder", 0o700))
      unsafe printError("change folder", chdir("/"))
      printError("socket", socket(AF_UNIX, 1, 0))
      printError("connect", connectToNobody())
      printError("signal", kill(getppid(), 0))
      printError("signal itself", raise(SIGCHLD))
      let code = unsafe mmap(nil, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
      unsafe printError("new code", code == MAP_FAILED ? -1 : 0)
      var byte: UInt8 = 0
      unsafe printError("read what is open", read(kept, &byte, 1) == 1 ? 0 : -1)
      if case .failed(let code) = System.openTemporaryFile() { errno = code }
      printError("temporary file", System.openTemporaryFile() == .failed(errno) ? -1 : 0)
      var process: pid_t = 0
      var words: [UnsafeMutablePointer<CChar>?] = unsafe [strdup("true"), nil]
      errno = unsafe posix_spawnp(&process, "true", nil, nil, &words, nil)
      printError("start", errno == 0 ? 0 : -1)
      fflush(nil)
      unsafe printError("execute", execvp("true", &words))
    }

    /// No program listens at the port: outside, the connection is refused.
    private static func connectToNobody() -> Int32 {
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = UInt16(9).bigEndian
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      return unsafe withUnsafePointer(to: &address) { address in
        unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          unsafe connect(connecting, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
    }

    private static func printError(_ attempt: String, _ result: Int32) {
      print("\(attempt): \(result < 0 ? errno : 0)")
    }
  #endif
}
