// trust: lists, approves or revokes the commands and pages of this project, with who approved each.
import { decide, isRefused, YES } from '../../core/consent.js'
import { sourcesOf, type TreeCommands, treeCommands, trustDecision } from '../../core/tree-commands.js'
import { arg, verb } from '../../core/verb.js'
import { int, listOf, maybe, oneOf, orNull, record, text, texts } from '../../std/shape.js'

const listShape = {
  digest: text('Digest of the whole list, for --trust and GSD_TRUST'),
  trusted: int('Number of commands that the user approved or this installation introduced'),
  commands: listOf(
    record({
      command: text(),
      kind: oneOf(
        ['run', 'read'],
        'run: gsd-tools starts the command · read: a page in .gsd or a rule in the settings that becomes part of prompts',
      ),
      sources: listOf(record({ path: text(), key: text() })),
      by: orNull(oneOf(['person', 'unit'], 'Who approved it; unit: accepted on this machine with a unit or a setting')),
      digest: text(),
    }),
  ),
}

const listFields = ({ digest, commands }: TreeCommands) => ({
  digest,
  trusted: commands.filter(({ by }) => by !== null).length,
  commands,
})

export const trust = verb('trust', {
  about: 'List, approve or revoke the commands that this project can run on your machine',
  args: {
    agree: arg.flag('The user approves the whole list'),
    revoke: arg.flag('Revoke every approval for this project, including those of commands that no longer exist'),
    yes: YES,
  },
  result: record({
    ...listShape,
    agreed: texts('Commands now trusted'),
    revoked: maybe(texts('Commands no longer trusted')),
  }),
  reads: ['config', 'plan'],
  needsWorkstream: false,
  writes: [],
  isReadOnly: ({ agree, revoke }) => !agree && !revoke,
  run({ view }, { agree, revoke, yes }) {
    const list = treeCommands(view)
    const nothing = { ...listFields(list), agreed: [] }
    if (revoke) return revokeAll(list)
    const unapproved = list.commands.filter(({ by }) => by === null)
    if (!agree || unapproved.length === 0) return { result: nothing }
    const decided = decide(view, yes, trustDecision(list))
    if (isRefused(decided)) return { result: nothing, error: decided }
    const commands = list.commands.map((row) => ({ ...row, by: row.by ?? ('person' as const) }))
    return {
      result: { ...listFields({ ...list, commands }), agreed: unapproved.map(({ command }) => command) },
      agrees: unapproved.map(({ digest, command }) => ({ digest, command, by: 'person' })),
    }
  },
  pretty: ({ commands, trusted, digest }) =>
    [
      ...commands.map(
        (row) => `${row.by === null ? 'not trusted' : `trusted (${row.by})`}: ${row.command}\n    ${sourcesOf(row)}`,
      ),
      `${trusted} of ${commands.length} trusted; the digest of the list is ${digest}`,
    ].join('\n'),
})

function revokeAll(list: TreeCommands) {
  const gone = list.commands.filter(({ by }) => by !== null).map(({ command }) => command)
  const commands = list.commands.map((row) => ({ ...row, by: null }))
  return { result: { ...listFields({ ...list, commands }), agreed: [], revoked: gone }, forgets: 'all' as const }
}
