// The groups of commands, and the catalog that help shows.
import type { Catalog } from '../core/brief/catalog.js'
import type { CommandPrompt } from './prompt.js'

export const GROUPS = {
  project: 'Commands for the project and its milestones',
  workflow: 'Commands that take a phase from discussion to proof',
  quality: 'Commands that test, review and repair',
  context: 'Commands about existing code and documents',
  manage: 'Commands for sessions, branches, settings and the pack',
  ideate: 'Commands that save and explore ideas',
} as const satisfies Readonly<Record<string, string>>
export type Group = keyof typeof GROUPS

/** Returns a command's first call of `brief`, or else of any verb, with `<words>` for `{{args}}` or `<flag>`; '' if none. */
export const callOf = ({ body }: CommandPrompt): string => {
  const calls = [...body.matchAll(/`(\{\{cli\}\} [^`]+)`/g)].map(([, call = '']) => call)
  const call = calls.find((one) => one.includes('}} brief ')) ?? calls[0] ?? ''
  return call.replace(/\{\{args\}\}|<flag>/, '<words>')
}

export const catalogOf = (commands: Iterable<CommandPrompt>): Catalog => ({
  groups: GROUPS,
  commands: [...commands]
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map((command) => ({
      name: command.name,
      about: command.about,
      group: command.group,
      workflow: command.workflow,
      call: callOf(command).replace('{{cli}} ', ''),
    })),
})
