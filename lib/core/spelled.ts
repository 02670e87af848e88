// A command of the pack, as it is started here.
import type { PackView } from './view.js'

/** In the client's spelling if the installation lists it; else the call that serves it. */
export function startedBy({ pack }: PackView, name: string, args: readonly string[] = []): string {
  if (pack.listed.includes(name)) return [pack.host.command(name), ...args].join(' ')
  return [`${pack.cli} brief`, name, ...(args.length === 0 ? [] : ['--', ...args])].join(' ')
}
