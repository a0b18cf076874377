internal import DecantCore

/// Setting up git to run decant: the settings of its drivers, and the attributes of the files that they apply to.
///
/// Either is of no use without the other, and does no harm: git merges and compares lines.
struct GitSetup {
  private let place: GitPlace
  private let attributes: AttributesFile
  private let registry: FormatRegistry
  private let console: Console
  private let report: (String) throws(DecantError) -> Void
  private var hasReported = false

  /// Finds the files of the scope; `report` is called with each change, on one line.
  init(
    _ scope: GitScope, _ registry: FormatRegistry, _ console: Console,
    report: @escaping (String) throws(DecantError) -> Void
  ) throws(DecantError) {
    place = try GitPlace(scope)
    attributes = try AttributesFile(place.attributes)
    self.registry = registry
    self.console = console
    self.report = report
  }

  enum Effect {
    case none
    /// The filter is new: files that a repository contains are not stored as it would store them.
    case newFilter
  }

  /// Sets what differs from the settings and attributes of this version.
  mutating func install(_ storage: PropertyListStorage) throws(DecantError) -> Effect {
    let hadFilter = try attributes.text.block.contains {
      $0.hasSuffix(FormatRegistry.filterAttributes)
    }
    let hasFilter = hadFilter || storage == .xml
    guard !place.isRepository || !attributes.isLink else {
      throw DecantError(GitSetupProblem.linkedAttributes).about(attributes.path)
    }
    var text = attributes.text
    let oldCount = try text.block.count
    try text.setBlock([Self.comment] + registry.gitAttributes(hasFilter ? .xml : .asIs))
    // Fails before anything is changed.
    let replacement = try attributes.replacement(
      with: text, willCreate: console.removeOnTermination)
    let program = try ShellWord.ofRunningProgram()
    let drivers = [GitDriver.merge, .textDifference] + (hasFilter ? [.filter] : [])
    for driver in drivers {
      for setting in driver.settings(running: program) { try set(setting, of: driver) }
    }
    if let replacement {
      try replacement.commit()
      let name = attributes.path.visible()
      let newCount = try text.block.count
      try tell(
        oldCount == 0
          ? "added \(newCount) lines to \(name)" : "updated the lines of decant in \(name)")
    }
    try finish()
    return hasFilter && !hadFilter ? .newFilter : .none
  }

  private static let comment =
    "# 'decant git setup' sets up these drivers; lines after these override them."

  /// Removes the attributes, and the settings that are decant's.
  mutating func undo() throws(DecantError) {
    var text = attributes.text
    let count = try text.block.count
    try text.removeBlock()
    let replacement = try attributes.replacement(
      with: text, willCreate: console.removeOnTermination)
    for driver in [GitDriver.merge, .textDifference, .filter] { try remove(driver) }
    try restore()
    if let replacement {
      try replacement.commit()
      let name = attributes.path.visible()
      try tell(text.exists ? "removed \(count) lines from \(name)" : "removed \(name)")
    }
    try finish()
  }

  // MARK: Settings

  /// The settings of the user that decant's have replaced, each as `KEY=VALUE`.
  private static let replaced = "decant.replaced"

  private mutating func set(
    _ setting: GitDriver.Setting, of driver: GitDriver
  ) throws(DecantError) {
    let old = try place.configuration.entries(of: setting.key).map(\.value)
    guard old != [setting.value] else { return }
    let command = driver.command
    let others = old.filter { value in
      setting.key == command.key ? !command.isRun(by: value) : value != setting.value
    }
    for value in others { try place.configuration.add(Self.replaced, "\(setting.key)=\(value)") }
    try place.configuration.set(setting.key, to: setting.value)
    let file = try place.configuration.entries(of: setting.key).last?.file
    let change = others.isEmpty ? "set" : "replaced"
    try tell("\(change) \(setting.key) in \((file ?? "the configuration").visible())")
  }

  /// Gives the keys that have no values any more those that decant's had replaced.
  private mutating func restore() throws(DecantError) {
    var isFree: [KeyText: Bool] = [:]
    for entry in try place.configuration.entries(of: Self.replaced) {
      let key = String(entry.value.prefix { $0 != "=" })
      if isFree[KeyText(key)] == nil {
        isFree[KeyText(key)] = try place.configuration.entries(of: key).isEmpty
      }
      if isFree[KeyText(key)] == true {
        try place.configuration.add(key, String(entry.value.dropFirst(key.count + 1)))
        try tell("restored \(key) in \(entry.file.visible())")
      }
      try place.configuration.remove(Self.replaced, entry.value)
    }
  }

  /// Removes the settings of a driver, unless its command is not decant's.
  private mutating func remove(_ driver: GitDriver) throws(DecantError) {
    let commands = try place.configuration.entries(of: driver.command.key)
    if let other = commands.first(where: { !driver.command.isRun(by: $0.value) }) {
      return try tell(
        "kept \(driver.command.key) in \(other.file.visible()), which is not decant's")
    }
    try remove(driver.command.key, where: driver.command.isRun(by:))
    for setting in driver.others { try remove(setting.key) { $0 == setting.value } }
  }

  private mutating func remove(
    _ key: String, where isOurs: (String) -> Bool
  ) throws(DecantError) {
    // Each pass removes all entries that are equal to the first one.
    while let entry = try place.configuration.entries(of: key).first(where: { isOurs($0.value) }) {
      try place.configuration.remove(key, entry.value)
      try tell("removed \(key) from \(entry.file.visible())")
    }
  }

  // MARK: Report

  private mutating func tell(_ change: String) throws(DecantError) {
    hasReported = true
    try report(change)
  }

  private func finish() throws(DecantError) {
    if !hasReported { try report("nothing to do") }
  }
}
