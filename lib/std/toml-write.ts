// Writes TOML values.

/** On one line: JSON's escapes are TOML's, except that DEL must be escaped too. */
export const tomlString = (text: string): string => JSON.stringify(text).replaceAll('\u007f', '\\u007f')
