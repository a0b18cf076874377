@_exported public import DecantConversion
@_exported public import DecantCore
