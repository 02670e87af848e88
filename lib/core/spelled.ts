// Tells how the calling client starts a command of the pack.
import type { PackView } from './view.js'

/** Returns the command in the client's spelling if the installation lists it; otherwise the CLI command that prints its text. */
export function startCommand({ pack }: PackView, name: string, args: readonly string[] = []): string {
  if (pack.listed.includes(name)) return [pack.host.command(name), ...args].join(' ')
  return [`${pack.cli} brief`, name, ...(args.length === 0 ? [] : ['--', ...args])].join(' ')
}
