// Values as TOML writes them.

/** One line, whatever the text holds: JSON's escapes are TOML's, and only the delete character must be escaped as well. */
export const tomlString = (text: string): string => JSON.stringify(text).replaceAll('\u007f', '\\u007f')
