// Installed names, from where files lie.

/** The name a file or folder gives to what it holds. */
export const stem = (name: string): string => name.replace(/(\.agent)?\.(md|toml|ya?ml)$/, '')

/** The installed name of an entry or agent, from where its file lies: `gsd-next/SKILL.md`, `gsd/next.toml`. Null for what is no name of its own. */
export function installedNameAt(path: string): string | null {
  const parts = path.split('/')
  const own = parts.find((part) => part.startsWith('gsd-'))
  if (own !== undefined) return stem(own)
  const folder = parts.indexOf('gsd')
  const below = parts[folder + 1]
  return folder < 0 || below === undefined ? null : `gsd-${stem(below)}`
}
