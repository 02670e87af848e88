// `gsd completion`: a shell script that completes both programs by asking them on every Tab.

import { type Args, arg } from '../../core/verb.js'
import { nextIn, wordLines } from '../completion.js'
import { COMPLETION_REQUEST } from '../flags.js'
import { plainAction } from './action.js'
import { ACTION_NAMES, isActionName, loadActions } from './actions.js'
import { withClients } from './command-line.js'
import { type GivenOf, JSON_FLAG } from './flags.js'
import type { Answer, World } from './world.js'

const SHELLS = ['bash', 'zsh', 'fish', 'pwsh', 'powershell'] as const
const ARGS = {
  shell: arg.choice(SHELLS, 'Shell to print the script for: source <(gsd completion bash)', {
    positional: true,
    required: true,
  }),
  json: JSON_FLAG,
} as const satisfies Args
type Given = GivenOf<typeof ARGS>

const PWSH = `Register-ArgumentCompleter -Native -CommandName gsd, gsd-tools -ScriptBlock {
  param($word, $ast, $cursor)
  $before = @($ast.CommandElements | Where-Object { $_.Extent.EndOffset -lt $cursor } | ForEach-Object { "$_" })
  $rest = @($before | Select-Object -Skip 1)
  & $before[0] ${COMPLETION_REQUEST} @rest 2>$null | Where-Object { $_ -like "$word*" }
}
`

const SCRIPTS: Readonly<Record<(typeof SHELLS)[number], string>> = {
  bash: `_gsd() {
  COMPREPLY=($(compgen -W "$("$1" ${COMPLETION_REQUEST} "\${COMP_WORDS[@]:1:COMP_CWORD-1}" 2>/dev/null)" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _gsd gsd gsd-tools
`,
  zsh: `#compdef gsd gsd-tools
_gsd() {
  local -a next
  next=(\${(f)"$("$words[1]" ${COMPLETION_REQUEST} "\${(@)words[2,CURRENT-1]}" 2>/dev/null)"})
  (( $#next )) && compadd -- $next || _files
}
compdef _gsd gsd gsd-tools
`,
  fish: `function __gsd_words
  set -l before (commandline -opc)
  $before[1] ${COMPLETION_REQUEST} $before[2..] 2>/dev/null
end
complete -c gsd -f -a '(__gsd_words)'
complete -c gsd-tools -f -a '(__gsd_words)'
`,
  pwsh: PWSH,
  powershell: PWSH,
}

export async function completion({ shell }: Given): Promise<Answer> {
  const script = SCRIPTS[shell]
  return { exit: 0, result: { action: 'completion', shell, script }, text: script }
}

export const completionsFor = (words: readonly string[], { cwd, env, home }: World): Promise<string> =>
  wordLines(async () => {
    const [first = ''] = words
    const name = isActionName(first) ? first : 'install'
    const actions = await loadActions([name])
    const [, ...rest] = withClients(isActionName(first) ? words : [name, ...words], actions)
    const next = await nextIn(actions[name]?.args ?? {}, rest, { cwd, env: { ...env, HOME: home } }, ['help'])
    return words.length === 0 ? [...ACTION_NAMES, ...next, '--version'] : next
  })

export const action = plainAction({
  about: 'Print a shell script that completes gsd and gsd-tools',
  args: ARGS,
  run: completion,
})
