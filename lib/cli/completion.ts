// The `completion` verb: a script for one shell, with the words of the registry in it.
import { text } from '../std/shape.js'
import { flagOf } from './arguments.js'
import type { Builtin } from './builtin.js'
import { GLOBAL_FLAGS } from './flags.js'
import { argumentsOf, type Command, loadAll } from './load.js'

/** Per word path (`''`, `config`, `config get`): the words that may follow. */
type Words = ReadonlyMap<string, readonly string[]>

function completionWords(commands: readonly Command[]): Words {
  const words = new Map<string, string[]>()
  const add = (path: string, word: string) => {
    const known = words.get(path)
    if (known === undefined) words.set(path, [word])
    else if (!known.includes(word)) known.push(word)
  }
  for (const command of commands) {
    const { name } = command
    const dot = name.indexOf('.')
    const call = name.replace('.', ' ')
    add('', dot < 0 ? name : name.slice(0, dot))
    if (dot >= 0) add(name.slice(0, dot), name.slice(dot + 1))
    for (const [key, arg] of argumentsOf(command)) {
      if (arg.type === 'choice' && arg.positional === true) for (const value of arg.values) add(call, value)
      if (arg.type !== 'pairs' && arg.type !== 'rest' && arg.positional !== true) add(call, `--${flagOf(key)}`)
    }
    for (const flag of Object.keys(GLOBAL_FLAGS)) add(call, `--${flag}`)
  }
  return words
}

const table = (words: Words, row: (path: string, words: string) => string): string =>
  [...words].map(([path, next]) => row(path, next.join(' '))).join('\n')

const SHELLS: Readonly<Record<string, (words: Words) => string>> = {
  bash: (words) => `_gsd_tools() {
  local cur=\${COMP_WORDS[COMP_CWORD]} path='' word next=''
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$word" in -*) ;; *) [ "\${path#* }" = "$path" ] && path="\${path:+$path }$word" ;; esac
  done
  case "$path" in
${table(words, (path, next) => `    '${path}') next='${next}' ;;`)}
    *) case "\${path%% *}" in
${table(words, (path, next) => (path === '' || path.includes(' ') ? '' : `      '${path}') next='${next}' ;;`))}
    esac ;;
  esac
  COMPREPLY=($(compgen -W "$next" -- "$cur"))
}
complete -o default -F _gsd_tools gsd-tools
`,
  zsh: (words) => `#compdef gsd-tools
_gsd_tools() {
  local -A next
  next=(
${table(words, (path, next) => `    '${path === '' ? '-' : path}' '${next}'`)}
  )
  local -a bare
  bare=(\${\${words[2,CURRENT-1]}:#-*})
  local path="\${(j: :)bare[1,2]}"
  [[ -z $path ]] && path='-'
  [[ -z \${next[$path]} ]] && path="$bare[1]"
  compadd -- \${=next[$path]} || _files
}
compdef _gsd_tools gsd-tools
`,
  fish: (words) => `function __gsd_tools_words
  set -l bare
  for word in (commandline -opc)[2..]
    string match -q -- '-*' $word; or set -a bare $word
  end
  set -l path (string join ' ' $bare[1..2])
  switch "$path"
${table(words, (path, next) => `    case '${path}'\n      printf '%s\\n' ${next}`)}
  end
end
complete -c gsd-tools -f -a '(__gsd_tools_words)'
`,
  pwsh: (words) => `Register-ArgumentCompleter -Native -CommandName gsd-tools -ScriptBlock {
  param($wordToComplete, $commandAst)
  $next = @{
${table(words, (path, next) => `    '${path}' = '${next}'`)}
  }
  $bare = @($commandAst.CommandElements | Select-Object -Skip 1 | ForEach-Object { "$_" } | Where-Object { $_ -notlike '-*' -and $_ -ne $wordToComplete })
  $path = ($bare | Select-Object -First 2) -join ' '
  if (-not $next.ContainsKey($path)) { $path = "$($bare[0])" }
  "$($next[$path])" -split ' ' | Where-Object { $_ -like "$wordToComplete*" }
}
`,
}

export const completion: Builtin = {
  kind: 'builtin',
  name: 'completion',
  about: 'Completion script for a shell; print it with --raw',
  args: {
    shell: {
      type: 'choice',
      values: Object.keys(SHELLS),
      positional: true,
      required: true,
      about: 'Shell the script is for',
    },
  },
  result: text('The script'),
  async answer({ shell }) {
    const script = SHELLS[shell as string] as (words: Words) => string
    return { result: script(completionWords(await loadAll())) }
  },
}
