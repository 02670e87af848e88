// How a session and its subagents work together by the printed texts: delegating a unit, taking it and returning it.
import { unitType } from '../../lib/core/dispatch/units/all.js'
import type { Errand } from './clients/client.js'

/** The call that a subagent makes to take its unit. */
const GIVEN = /`(node "[^"`]+" begin (\S+) (\S+) --role)`/g

export const roleOf = (type: string): string => unitType(type).agent ?? ''

/** Lists the subagents that a text asks to start, each with a prompt that passes on the call in the text. */
export function errandsIn(text: string): readonly Errand[] {
  const given = [...text.matchAll(GIVEN)].map(([, call = '', type = '']) => ({
    agent: `gsd-${roleOf(type)}`,
    prompt: `Run \`${call}\`, follow what it prints, and end with the return block.`,
  }))
  if (given.length === 0) throw new Error(`the served text asks to start no subagent:\n${text}`)
  return given
}

export interface Taken {
  readonly role: string
  readonly unit: string
  /** Folder of the unit's drafts, or of the file that is written in place. */
  readonly drafts: string
  readonly finish: string
}

/** Reads role, unit, drafts folder and finish call from a subagent's brief. */
export function takenUnit(brief: string): Taken {
  // Some clients put other text before the output of a command.
  const [, role, unit] = /(?:^|\s)# ([a-z]+(?:-[a-z]+)*) ([\w.-]+)/.exec(brief) ?? []
  const [drafts] = /\.planning\/(?:\.runtime\/drafts\/[\w.-]+|debug(?=\/[\w.-]+`: written in place))/.exec(brief) ?? []
  const [, finish] = /`(node "[^"`]+" unit finish --claim \w+(?: --(?:begin|commit))?)`/.exec(brief) ?? []
  if (role === undefined || unit === undefined || drafts === undefined || finish === undefined)
    throw new Error(`the brief lacks the role, the unit, the folder of drafts or the call to finish:\n${brief}`)
  return { role, unit, drafts, finish }
}

export const returnBlock = (role: string, unit: string): string =>
  `## ${role.toUpperCase()} COMPLETE\n\`\`\`yaml gsd-return\nstatus: COMPLETE\nreport: ${unit}\nconcerns: []\nneeds: []\n\`\`\``
