import { unitType } from '../../lib/core/dispatch/units/all.js'
// A session and its sub-agents as the served texts make them work together: what is handed over, what is taken, and how it is returned.
import type { Errand } from './clients/client.js'

/** The call that gives a unit to the sub-agent of its type. */
const GIVEN = /`(node "[^"`]+" begin (\S+) (\S+) --role)`/g

/** The role that does units of a type. */
export const roleOf = (type: string): string => unitType(type).agent ?? ''

/** The errands a text about delegated units names, each with the prompt that the text asks for. */
export function errandsIn(text: string): readonly Errand[] {
  const given = [...text.matchAll(GIVEN)].map(([, call = '', type = '']) => ({
    agent: `gsd-${roleOf(type)}`,
    prompt: `Run \`${call}\`, follow what it prints, and end with the return block.`,
  }))
  if (given.length === 0) throw new Error(`the served text gives nothing to sub-agents:\n${text}`)
  return given
}

export interface Taken {
  readonly role: string
  readonly unit: string
  /** Folder of its drafts, or of the file that is written where it lies. */
  readonly drafts: string
  /** The call that ends it. */
  readonly finish: string
}

/** What the brief of a sub-agent says it has taken. */
export function taken(brief: string): Taken {
  // Not every client shows what a command prints from the start of a line.
  const [, role, unit] = /(?:^|\s)# ([a-z]+(?:-[a-z]+)*) ([\w.-]+)/.exec(brief) ?? []
  const [drafts] = /\.planning\/(?:\.runtime\/drafts\/[\w.-]+|debug(?=\/[\w.-]+`: written in place))/.exec(brief) ?? []
  const [, finish] = /`(node "[^"`]+" unit finish --claim \w+(?: --(?:begin|commit))?)`/.exec(brief) ?? []
  if (role === undefined || unit === undefined || drafts === undefined || finish === undefined)
    throw new Error(`the brief does not say what was taken, where drafts lie or how it ends:\n${brief}`)
  return { role, unit, drafts, finish }
}

export const returned = (role: string, unit: string): string =>
  `## ${role.toUpperCase()} COMPLETE\n\`\`\`yaml gsd-return\nstatus: COMPLETE\nreport: ${unit}\nconcerns: []\nneeds: []\n\`\`\``
