// How to start a command of the pack from the calling client.
import type { PackView } from './view.js'

/** The command in the client's spelling if the installation lists it; else the CLI call that prints its text. */
export function startedBy({ pack }: PackView, name: string, args: readonly string[] = []): string {
  if (pack.listed.includes(name)) return [pack.host.command(name), ...args].join(' ')
  return [`${pack.cli} brief`, name, ...(args.length === 0 ? [] : ['--', ...args])].join(' ')
}
