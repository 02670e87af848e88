// Installed names, from where files lie.

/** The installed name of a file or folder. */
export const stem = (name: string): string => name.replace(/(\.agent)?\.(md|toml|ya?ml)$/, '')

/** The name of an entry or agent, from its path (`gsd-next/SKILL.md`, `gsd/next.toml`); null for other files. */
export function installedNameAt(path: string): string | null {
  const parts = path.split('/')
  const own = parts.find((part) => part.startsWith('gsd-'))
  if (own !== undefined) return stem(own)
  const folder = parts.indexOf('gsd')
  const below = parts[folder + 1]
  return folder < 0 || below === undefined ? null : `gsd-${stem(below)}`
}
