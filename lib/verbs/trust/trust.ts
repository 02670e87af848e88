// trust: the commands this project can run on the machine, and whether the user approved them.
import { decide, isRefused, YES } from '../../core/consent.js'
import { sourcesOf, type TreeCommands, treeCommands, trustDecision } from '../../core/tree-commands.js'
import { arg, verb } from '../../core/verb.js'
import type { ErrorBody } from '../../errors.js'
import { int, listOf, maybe, oneOf, orNull, record, text, texts } from '../../std/shape.js'

const listShape = {
  digest: text('Of the whole list; --trust and GSD_TRUST name it'),
  trusted: int('How many a person agreed to, or this installation brought into being'),
  commands: listOf(
    record({
      command: text(),
      kind: oneOf(
        ['run', 'read'],
        'run: started by gsd-tools · read: a page of .gsd or a rule of the settings, which changes what agents are told',
      ),
      sources: listOf(record({ path: text(), key: text() })),
      by: orNull(oneOf(['person', 'unit'], 'Who agreed; unit: this machine accepted it with a unit or a setting')),
      digest: text(),
    }),
  ),
}

const shown = ({ digest, commands }: TreeCommands) => ({
  digest,
  trusted: commands.filter(({ by }) => by !== null).length,
  commands: commands.map(({ command, kind, sources, by, digest: own }) => ({
    command,
    kind,
    sources,
    by,
    digest: own,
  })),
})

export const trust = verb('trust', {
  about: 'What this project can make the machine run, and who agreed; a person may agree',
  args: {
    commands: arg.list(
      'With --revoke, digests of single commands; when left out, everything agreed to for this project, even what it no longer names',
      { positional: true },
    ),
    agree: arg.flag('A person lets the whole list run'),
    revoke: arg.flag('Take the agreement back'),
    yes: YES,
  },
  result: record({
    ...listShape,
    agreed: texts('Commands that are trusted from now on'),
    revoked: maybe(texts('Commands that are trusted no more')),
    unknown: maybe(texts('Digests this project does not have')),
  }),
  reads: ['config', 'plan'],
  needsWorkstream: false,
  writes: [],
  onlyLooks: ({ agree, revoke }) => !agree && !revoke,
  run({ view }, { commands: named, agree, revoke, yes }) {
    const list = treeCommands(view)
    const nothing = { ...shown(list), agreed: [] }
    if (revoke) return takenBack(list, named)
    if (named.length > 0) return { result: nothing, error: ALL_OR_NONE }
    const open = list.commands.filter(({ by }) => by === null)
    if (!agree || open.length === 0) return { result: nothing }
    const decided = decide(view, trustDecision(list), yes)
    if (isRefused(decided)) return { result: nothing, error: decided }
    const commands = list.commands.map((row) => ({ ...row, by: row.by ?? ('person' as const) }))
    return {
      result: { ...shown({ ...list, commands }), agreed: open.map(({ command }) => command) },
      agrees: open.map(({ digest, command }) => ({ digest, command, by: 'person' })),
    }
  },
  pretty: ({ commands, trusted, digest }) =>
    [
      ...commands.map(
        (row) => `${row.by === null ? 'not trusted' : `trusted (${row.by})`}: ${row.command}\n    ${sourcesOf(row)}`,
      ),
      `${trusted} of ${commands.length} trusted; the list is ${digest}`,
    ].join('\n'),
})

const ALL_OR_NONE: ErrorBody = {
  code: 'USAGE',
  message: 'single commands can be named with --revoke alone: a person agrees to the whole list',
  fix: 'gsd-tools trust lists them, gsd-tools trust --agree asks',
}

function takenBack(list: TreeCommands, named: readonly string[]) {
  const isGone = ({ digest, by }: TreeCommands['commands'][number]) =>
    by !== null && (named.length === 0 || named.includes(digest))
  const gone = list.commands.filter(isGone)
  const known = new Set(list.commands.map(({ digest }) => digest))
  const commands = list.commands.map((row) => (isGone(row) ? { ...row, by: null } : row))
  return {
    result: {
      ...shown({ ...list, commands }),
      agreed: [],
      revoked: gone.map(({ command }) => command),
      unknown: named.filter((digest) => !known.has(digest)),
    },
    forgets: named.length === 0 ? ('all' as const) : gone.map(({ digest }) => digest),
  }
}
