// TOML, read only: the library behind it drops comments when it prints, so nothing is ever printed with it.
import { parse, TomlError } from 'smol-toml'

export type TomlTable = Readonly<Record<string, unknown>>

/** The document as plain values, or what is wrong with it (the line is in the text). */
export function readToml(text: string): { readonly value: TomlTable } | { readonly problem: string } {
  try {
    return { value: parse(text.replace(/^\ufeff/, '')) }
  } catch (error) {
    if (error instanceof TomlError) return { problem: error.message }
    throw error
  }
}
