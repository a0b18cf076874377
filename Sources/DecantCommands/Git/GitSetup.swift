internal import DecantCore
internal import DecantSystem

/// Setting up git to run decant: the settings of its drivers, and the attributes of the files that they apply to.
///
/// Either is of no use without the other, and does no harm: git merges and compares lines.
extension Session {
  /// Sets what differs from the settings and attributes of this version, or removes them; prints each change on one line.
  func setUpGit() throws(DecantError) {
    var hasChanged = false
    let configuration = try GitConfiguration(isGlobal: arguments.git.isGlobal) {
      (change) throws(DecantError) in
      hasChanged = true
      if !arguments.quiet { try console.print(change + "\n") }
    }
    let attributes = try AttributesFile(configuration.attributes)
    let hadFilter = try attributes.text.block.contains {
      $0.hasSuffix(FormatRegistry.filterAttributes)
    }
    let storage = hadFilter ? .xml : arguments.git.storage
    let text = try newAttributes(attributes, storage)
    // Fails before anything is changed.
    let commit = try attributes.replacement(with: text, willCreate: console.removeOnTermination)
    if arguments.git.isUndone {
      for driver in GitDriver.all { try driver.remove(from: configuration) }
      for driver in GitDriver.all { try driver.restoreReplaced(in: configuration) }
    } else {
      let drivers = storage == .xml ? GitDriver.all : [.merge, .textDifference]
      let program = try ShellWord.ofRunningProgram()
      for driver in drivers { try driver.set(in: configuration, running: program) }
    }
    if let commit {
      try commit()
      try configuration.report(attributes.change(to: text))
    }
    if !hasChanged { try configuration.report("nothing to do") }
    if storage == .xml, !hadFilter {
      reporter.note(
        "'git add --renormalize .' converts the files that a repository already contains")
    }
  }

  private func newAttributes(
    _ attributes: AttributesFile, _ storage: PropertyListStorage
  ) throws(DecantError) -> AttributesText {
    var text = attributes.text
    guard !arguments.git.isUndone else {
      try text.removeBlock()
      return text
    }
    guard arguments.git.isGlobal || System.target(ofLink: attributes.path) == nil else {
      throw DecantError(GitSetupProblem.linkedAttributes).about(attributes.path)
    }
    try text.setBlock(
      ["# 'decant git setup' sets up these drivers; lines after these override them."]
        + registry.gitAttributes(storage))
    return text
  }
}
