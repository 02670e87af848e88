// Completion scripts for the shells: each offers the words that may follow those typed so far, out of a table made from a registry, and where names of things
// may follow, asks the program for them.
import { ASKED } from './flags.js'
import type { Shell } from './shells.js'

interface Row {
  /** The words that may follow. */
  readonly next: readonly string[]
  /** Values may follow that only the program knows. */
  readonly asks: boolean
}

/** Per word path (`''`, `config`, `config get`): what may follow. */
export type Words = ReadonlyMap<string, Row>

const table = (words: Words, row: (path: string, next: string, asks: boolean) => string): string =>
  [...words].map(([path, { next, asks }]) => row(path, next.join(' '), asks)).join('\n')

/** A program's name as the name of a function of a shell. */
const functionOf = (program: string): string => program.replaceAll('-', '_')

type Script = (program: string, words: Words) => string

const SCRIPTS = {
  bash: (program, words) => `_${functionOf(program)}() {
  local cur=\${COMP_WORDS[COMP_CWORD]} path='' word next='' asks='' values=''
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$word" in -*) ;; *) [ "\${path#* }" = "$path" ] && path="\${path:+$path }$word" ;; esac
  done
  case "$path" in
${table(words, (path, next, asks) => `    '${path}') next='${next}'${asks ? ' asks=1' : ''} ;;`)}
    *) case "\${path%% *}" in
${table(words, (path, next, asks) => (path === '' || path.includes(' ') ? '' : `      '${path}') next='${next}'${asks ? ' asks=1' : ''} ;;`))}
    esac ;;
  esac
  if [ -n "$asks" ]; then
    values=$(${program} ${ASKED} "\${COMP_WORDS[@]:1:COMP_CWORD-1}" 2>/dev/null)
    case "$values/\${COMP_WORDS[COMP_CWORD-1]}" in /*) ;; */--*) next='' ;; esac
  fi
  COMPREPLY=($(compgen -W "$values $next" -- "$cur"))
}
complete -o default -F _${functionOf(program)} ${program}
`,
  zsh: (program, words) => `#compdef ${program}
_${functionOf(program)}() {
  local -A next asks
  next=(
${table(words, (path, next) => `    '${path === '' ? '-' : path}' '${next}'`)}
  )
  asks=(
${table(words, (path, _, asks) => (asks ? `    '${path === '' ? '-' : path}' 1` : '')).replace(/\n{2,}/g, '\n')}
  )
  local -a bare values
  bare=(\${\${words[2,CURRENT-1]}:#-*})
  local at="\${(j: :)bare[1,2]}"
  [[ -z $at ]] && at='-'
  [[ -z \${next[$at]} ]] && at="$bare[1]"
  [[ -n \${asks[$at]} ]] && values=(\${(f)"$(${program} ${ASKED} "\${(@)words[2,CURRENT-1]}" 2>/dev/null)"})
  if (( $#values )) && [[ $words[CURRENT-1] == --* ]]; then
    compadd -- $values
  else
    compadd -- $values \${=next[$at]} || _files
  fi
}
compdef _${functionOf(program)} ${program}
`,
  fish: (program, words) => `function __${functionOf(program)}_words
  set -l before (commandline -opc)
  set -l bare
  for word in $before[2..]
    string match -q -- '-*' $word; or set -a bare $word
  end
  set -l next
  set -l asks ''
  for path in "$bare[1..2]" "$bare[1]"
    switch "$path"
${table(words, (path, next, asks) => `      case '${path}'\n        set next ${next}${asks ? '\n        set asks 1' : ''}`)}
    end
    set -q next[1]; and break
  end
  if test -n "$asks"
    set -l values (${program} ${ASKED} $before[2..] 2>/dev/null)
    if set -q values[1]
      printf '%s\\n' $values
      string match -q -- '--*' $before[-1]; and return
    end
  end
  set -q next[1]; and printf '%s\\n' $next
end
complete -c ${program} -f -a '(__${functionOf(program)}_words)'
`,
  pwsh: (program, words) => `Register-ArgumentCompleter -Native -CommandName ${program} -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $next = @{
${table(words, (path, next) => `    '${path}' = '${next}'`)}
  }
  $asks = @(${[...words].flatMap(([path, { asks }]) => (asks ? [`'${path}'`] : [])).join(', ')})
  $before = @($commandAst.CommandElements | Select-Object -Skip 1 | Where-Object { $_.Extent.EndOffset -lt $cursorPosition } | ForEach-Object { "$_" })
  $bare = @($before | Where-Object { $_ -notlike '-*' })
  $path = ($bare | Select-Object -First 2) -join ' '
  if (-not $next.ContainsKey($path)) { $path = "$($bare[0])" }
  $offered = @("$($next[$path])" -split ' ')
  if ($asks -contains $path) {
    $values = @(& ${program} ${ASKED} @before 2>$null)
    if ($values.Count -gt 0 -and "$($before | Select-Object -Last 1)" -like '--*') { $offered = $values } else { $offered = $values + $offered }
  }
  $offered | Where-Object { $_ -like "$wordToComplete*" }
}
`,
} as const satisfies Readonly<Record<Shell, Script>>

export const scriptFor = (shell: Shell, program: string, words: Words): string => SCRIPTS[shell](program, words)
