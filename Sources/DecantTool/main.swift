import DecantCommands
import DecantLibYAML
import DecantPlatform

exit(Tool.main(registry: .standardWithLibYAML, as: nil, in: .auto))
