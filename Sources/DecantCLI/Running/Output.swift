internal import Decant

/// An output of a conversion: standard output, an atomically replaced file, or a device.
final class Output {
  let destination: any ByteDestination
  private let file: AtomicFile?
  private let device: Int32?

  let isStandard: Bool

  var isFile: Bool { file != nil }

  init(_ name: String?, _ console: Console) throws(DecantError) {
    guard let name, name != "-", name != "/dev/stdout" else {
      destination = NamedDestination(console.output, name: "<stdout>")
      file = nil
      device = nil
      isStandard = true
      return
    }
    isStandard = false
    guard Self.isWrittenDirectly(name) else {
      let atomic = try AtomicFile(name, willKeep: console.removeOnTermination)
      destination = atomic
      file = atomic
      device = nil
      return
    }
    switch System.open(name, for: .writing) {
    case .count(let opened):
      device = Int32(opened)
      destination = NamedDestination(DescriptorDestination(Int32(opened)), name: name)
      file = nil
    case .failed(let code):
      throw DecantError(.system(.create, code: code)).about(name)
    }
  }

  func commit() throws(DecantError) {
    try file?.commit()
  }

  deinit {
    if let device { _ = System.close(device) }
  }

  private static func isWrittenDirectly(_ name: String) -> Bool {
    if name.hasPrefix("/dev/fd/") || name.hasPrefix("/proc/") { return true }
    guard case .success(let status) = System.status(of: name) else { return false }
    return status.kind == .other
  }
}

private final class NamedDestination: ByteDestination {
  private let destination: any ByteDestination
  private let name: String

  init(_ destination: any ByteDestination, name: String) {
    self.destination = destination
    self.name = name
  }

  func write(_ bytes: RawSpan) throws(DecantError) {
    do {
      try destination.write(bytes)
    } catch {
      throw error.about(name)
    }
  }
}
