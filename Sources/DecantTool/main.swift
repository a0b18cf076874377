import Decant
import DecantCommands
import DecantLibYAML

import DecantPlatform

exit(Tool.main(registry: FormatRegistry.standardWithLibYAML))
