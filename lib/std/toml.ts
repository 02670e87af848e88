// Reads TOML. The library drops comments when it prints, so we never print TOML.
import { parse, TomlError } from 'smol-toml'

export type TomlTable = Readonly<Record<string, unknown>>

/** Returns the values (dates are `Date` objects), or the problem and its line. */
export function readToml(text: string): { readonly value: TomlTable } | { readonly problem: string } {
  try {
    return { value: parse(text.replace(/^\ufeff/, '')) }
  } catch (error) {
    if (error instanceof TomlError) return { problem: error.message }
    throw error
  }
}
