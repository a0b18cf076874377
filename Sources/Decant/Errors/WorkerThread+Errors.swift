extension WorkerThread {
  package static func start(
    stackSize: Int? = nil, _ work: @escaping @Sendable () -> Void
  ) throws(DecantError) -> WorkerThread {
    do {
      return try WorkerThread(stackSize: stackSize, work)
    } catch {
      throw DecantError(.system(.create, code: error.code))
    }
  }
}
