// Help of `gsd` as text, from the table of actions.
import type { Arg, Args } from '../../verbs/verb.js'
import { flagOf } from '../arguments.js'
import { ACTION_NAMES, ACTIONS, type ActionName } from './actions.js'

const columns = (rows: readonly (readonly [string, string])[]): string => {
  const width = Math.max(...rows.map(([left]) => left.length))
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n')
}

const rowOf = ([key, arg]: readonly [string, Arg]): readonly [string, string] => [
  arg.positional === true ? `[${flagOf(key)}]` : `--${flagOf(key)}${arg.type === 'flag' ? '' : ` <${flagOf(key)}>`}`,
  arg.about,
]

const flagsOf = (args: Args): string => columns(Object.entries(args).map(rowOf))

const EXITS =
  'Exit: 0 done, 1 the answer is no, 2 usage, 3 locked or changed meanwhile, 4 a person must decide, 70 internal.'

export function helpText(action: ActionName | null): string {
  if (action !== null)
    return [
      `gsd ${action}: ${ACTIONS[action].about}.`,
      '',
      'Flags:',
      flagsOf(ACTIONS[action].args),
      '',
      EXITS,
      '',
    ].join('\n')
  return [
    'gsd [action] [flags]: installs the pack for your agent runtimes.',
    '',
    'Actions:',
    columns(ACTION_NAMES.map((name) => [name, ACTIONS[name].about] as const)),
    '',
    'Flags of install:',
    flagsOf(ACTIONS.install.args),
    '',
    'On a terminal, gsd without flags asks. Elsewhere name the runtimes, or give --yes for those that are found.',
    'More about an action: gsd <action> --help',
    EXITS,
    '',
  ].join('\n')
}
