// `gsd completion`: a shell script that asks `gsd` on every Tab for the possible next words.

import { type Arg, type Args, arg } from '../../core/verb.js'
import { flagOf, takesValue, tokensOf } from '../arguments.js'
import { plainAction } from './action.js'
import { ACTION_NAMES, isActionName, loadActions } from './actions.js'
import { withClients } from './command-line.js'
import { type GivenOf, JSON_FLAG } from './flags.js'
import type { Answer } from './world.js'

const SHELLS = ['bash', 'zsh', 'fish', 'pwsh', 'powershell'] as const
const ARGS = {
  shell: arg.choice(SHELLS, 'Shell to print the script for: source <(gsd completion bash)', {
    positional: true,
    required: true,
  }),
  json: JSON_FLAG,
} as const satisfies Args

const PWSH = `Register-ArgumentCompleter -Native -CommandName gsd -ScriptBlock {
  param($word, $ast, $cursor)
  $before = @($ast.CommandElements | Where-Object { $_.Extent.EndOffset -lt $cursor } | ForEach-Object { "$_" })
  $rest = @($before | Select-Object -Skip 1)
  & $before[0] __next @rest 2>$null | Where-Object { $_ -like "$word*" }
}
`

const SCRIPTS: Readonly<Record<(typeof SHELLS)[number], string>> = {
  bash: `_gsd() {
  COMPREPLY=($(compgen -W "$("$1" __next "\${COMP_WORDS[@]:1:COMP_CWORD-1}" 2>/dev/null)" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _gsd gsd
`,
  zsh: `#compdef gsd
_gsd() {
  local -a next
  next=(\${(f)"$("$words[1]" __next "\${(@)words[2,CURRENT-1]}" 2>/dev/null)"})
  (( $#next )) && compadd -- $next || _files
}
compdef _gsd gsd
`,
  fish: `function __gsd_words
  set -l before (commandline -opc)
  $before[1] __next $before[2..] 2>/dev/null
end
complete -c gsd -f -a '(__gsd_words)'
`,
  pwsh: PWSH,
  powershell: PWSH,
}

export async function completion({ shell }: GivenOf<typeof ARGS>): Promise<Answer> {
  const script = SCRIPTS[shell]
  return { exit: 0, result: { action: 'completion', shell, script }, text: script }
}

/** Returns the argument to which the next word belongs. `isValue`: the word is the value of a flag. */
function nextArgument(args: Args, words: readonly string[]) {
  const keyOfFlag = (flag: string) => Object.keys(args).find((key) => flagOf(key) === flag) ?? ''
  let unfilled = Object.keys(args).filter((key) => args[key]?.positional === true)
  const markFilled = (key: string) => {
    if (args[key]?.type !== 'list') unfilled = unfilled.filter((other) => other !== key)
  }
  for (const token of tokensOf(args, words))
    if (token.kind === 'positional') markFilled(unfilled[0] ?? '')
    else if (token.kind === 'option' && takesValue(args, token.name)) {
      if (token.value === undefined) return { arg: args[keyOfFlag(token.name)], isValue: true }
      markFilled(keyOfFlag(token.name))
    }
  return { arg: args[unfilled[0] ?? ''], isValue: false }
}

function nextWords(args: Args, words: readonly string[]): readonly string[] {
  const { arg, isValue } = nextArgument(args, words)
  const values = (arg?.type === 'choice' ? arg.values : arg?.usual) ?? []
  const flags = Object.keys(args).filter((key) => (args[key] as Arg).positional !== true)
  return isValue ? values : [...values, ...[...flags, 'help'].map((name) => `--${flagOf(name)}`)]
}

/** Returns the possible next words, one per line. */
export async function completionsFor(words: readonly string[]): Promise<string> {
  const [first = ''] = words
  const name = isActionName(first) ? first : 'install'
  const actions = await loadActions([name])
  const [, ...rest] = withClients(isActionName(first) ? words : [name, ...words], actions)
  const next = nextWords(actions[name]?.args ?? {}, rest)
  return [...new Set(words.length === 0 ? [...ACTION_NAMES, ...next, '--version'] : next)].join('\n')
}

export const action = plainAction('Print a shell script that completes gsd commands', ARGS, completion)
