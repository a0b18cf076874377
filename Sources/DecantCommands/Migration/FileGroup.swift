internal import DecantCore
internal import DecantFiles
internal import DecantSystem

/// Files that are put in place together, so that one flush of the disk serves all of them.
///
///     a, b, c ──▶ on the disk, all at once ──▶ each in its place ──▶ the folders on the disk
///
/// After a power cut at any point, each target has its old or its new content, complete.
struct FileGroup {
  enum Member {
    case new(AtomicFile, AtomicFile.Placement)
    /// A file in place, which must also be flushed to the disk.
    case standing(String)
  }

  /// The number of files from which one flush of a file system is faster than one per file.
  private static let many = 4

  private let members: [Member]
  private var errors: [DecantError?]
  private var folders: [KeyText: [Int]] = [:]

  private init(_ members: [Member]) {
    self.members = members
    errors = Array(repeating: nil, count: members.count)
  }

  static func commit(_ members: [Member]) -> [DecantError?] {
    var group = FileGroup(members)
    group.flush()
    group.place()
    group.flushFolders()
    return group.errors
  }

  private mutating func flush() {
    var open: [(index: Int, descriptor: Int32)] = []
    for (index, member) in members.enumerated() {
      switch member {
      case .new(let file, _):
        open.append((index, file.descriptor))
      case .standing(let path):
        switch System.open(path, for: .reading) {
        case .count(let opened): open.append((index, Int32(opened)))
        case .failed(let code): fail(index, .system(.open, code: code))
        }
      }
    }
    let flushed = Self.flushedFileSystems(of: open.map(\.descriptor))
    for (index, descriptor) in open {
      let isFlushed =
        (try? System.status(of: descriptor).get()).map { flushed.contains($0.identity.device) }
      let outcome =
        isFlushed == true ? System.hasFailedToFlush(descriptor) : System.flushToDisk(descriptor)
      if case .failed(let code) = outcome { fail(index, .system(.write, code: code)) }
      if case .standing = members[index] { _ = System.close(descriptor) }
    }
  }

  private static func flushedFileSystems(of descriptors: [Int32]) -> Set<UInt64> {
    var files: [UInt64: [Int32]] = [:]
    for descriptor in descriptors {
      guard case .success(let status) = System.status(of: descriptor) else { continue }
      files[status.identity.device, default: []].append(descriptor)
    }
    return Set(
      files.filter { $0.value.count >= many && System.flushFileSystem(of: $0.value[0]) }.keys)
  }

  private mutating func place() {
    for (index, member) in members.enumerated() where errors[index] == nil {
      let target: String
      switch member {
      case .new(let file, let placement):
        do {
          try file.place(placement)
        } catch {
          errors[index] = error
          continue
        }
        target = file.target
      case .standing(let path):
        target = path
      }
      folders[KeyText(FilePath.directory(of: target)), default: []].append(index)
    }
  }

  private mutating func flushFolders() {
    if folders.count >= Self.many, let any = folders.keys.first,
      case .count(let opened) = System.open(any.string, for: .reading)
    {
      defer { _ = System.close(Int32(opened)) }
      // One flush covers all renames on this file system; folders of others are flushed singly.
      let isFlushed = System.flushFileSystem(of: Int32(opened))
      if isFlushed, case .success(let status) = System.status(of: Int32(opened)) {
        let device = status.identity.device
        folders = folders.filter { folder, _ in
          (try? System.status(of: folder.string).get())?.identity.device != device
        }
      }
    }
    for (folder, indices) in folders {
      guard case .failed(let code) = System.flushDirectory(folder.string) else { continue }
      for index in indices { fail(index, .system(.write, code: code)) }
    }
  }

  private mutating func fail(_ index: Int, _ problem: DecantError.Problem) {
    let name =
      switch members[index] {
      case .new(let file, _): file.name
      case .standing(let path): path
      }
    errors[index] = DecantError(problem).about(name)
  }
}
