// Completion scripts for the shells: each offers the words that may follow those typed so far, out of a table made from a registry.
import type { SHELL_NAMES } from './shells.js'

export type Shell = (typeof SHELL_NAMES)[number]

/** Per word path (`''`, `config`, `config get`): the words that may follow. */
export type Words = ReadonlyMap<string, readonly string[]>

const table = (words: Words, row: (path: string, words: string) => string): string =>
  [...words].map(([path, next]) => row(path, next.join(' '))).join('\n')

/** A program's name as the name of a function of a shell. */
const functionOf = (program: string): string => program.replaceAll('-', '_')

type Script = (program: string, words: Words) => string

const SCRIPTS = {
  bash: (program, words) => `_${functionOf(program)}() {
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
complete -o default -F _${functionOf(program)} ${program}
`,
  zsh: (program, words) => `#compdef ${program}
_${functionOf(program)}() {
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
compdef _${functionOf(program)} ${program}
`,
  fish: (program, words) => `function __${functionOf(program)}_words
  set -l bare
  for word in (commandline -opc)[2..]
    string match -q -- '-*' $word; or set -a bare $word
  end
  set -l path (string join ' ' $bare[1..2])
  switch "$path"
${table(words, (path, next) => `    case '${path}'\n      printf '%s\\n' ${next}`)}
  end
end
complete -c ${program} -f -a '(__${functionOf(program)}_words)'
`,
  pwsh: (program, words) => `Register-ArgumentCompleter -Native -CommandName ${program} -ScriptBlock {
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
} as const satisfies Readonly<Record<Shell, Script>>

export const scriptFor = (shell: Shell, program: string, words: Words): string => SCRIPTS[shell](program, words)
