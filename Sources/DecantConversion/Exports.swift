@_exported public import DecantCore
