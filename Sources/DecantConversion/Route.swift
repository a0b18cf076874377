internal import DecantCore

/// The way of one kind of inputs through a pipeline: how they are read, and the guards before the writer.
///
///     reader ─▶ stages of the input ─▶ stages of the pipeline ─▶ guards ─▶ writer
///     ╰────────── the route's ─────╯                             ╰ too ─╯
///
/// A pipeline has a route for ordinary inputs. The first archive gives it a second one, since nothing in an archive may
/// be lost: see ``Pipeline/routeOfArchives()``.
final class Route {
  /// The options by which inputs are read.
  let reading: ReadingOptions
  /// The plan by which values are guarded.
  let guarding: Plan
  /// Whether the pipeline has no stages.
  private let isBare: Bool
  /// The guards, once an input needs them.
  private(set) var guards: [any EventStage] = []
  /// The guard of inputs in which dates can have offsets; a reader that is alone counts them itself.
  private var offsetGuards: [any EventStage] = []
  private(set) var chain: StageChain

  init(_ reading: ReadingOptions, guardedBy plan: Plan, after stages: [any EventStage]) {
    self.reading = reading
    guarding = plan
    isBare = stages.isEmpty
    chain = StageChain([], reading.badRecords)
  }

  /// Begins an input, with guards if its documents can contain values that the target lacks.
  func begin(_ abilities: Format.Abilities, _ limits: Format.Limits) {
    let (count, offsetCount) = (guards.count, offsetGuards.count)
    if guards.isEmpty { guards = guarding.makeGuards(for: abilities, limits) }
    let isReaderAlone = isBare && guards.isEmpty && guarding.fidelity != .strict
    if isReaderAlone || guards.contains(where: { $0 is FidelityStage }) {
      offsetGuards = []
    } else if offsetGuards.isEmpty {
      offsetGuards = guarding.makeOffsetGuards(for: abilities)
    }
    if (guards.count, offsetGuards.count) != (count, offsetCount) {
      chain = StageChain(offsetGuards + guards, reading.badRecords)
    }
  }
}
