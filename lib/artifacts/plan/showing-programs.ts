// Programs that read and show something: by their arguments, why they end alike whatever the code does.

type Shows = (words: readonly string[]) => string | null

const operandsOf = (words: readonly string[]) => words.filter((word) => word === '-' || !word.startsWith('-'))
const normal = (path: string) => path.replace(/^(?:\.\/+)+/, '').replace(/\/+$/, '')
/** What a shell fills in is not known. */
const isFilledIn = (words: readonly string[]) => words.some((word) => /[$`]/.test(word))

function alike(words: readonly string[]): string | null {
  const [left, right] = operandsOf(words).slice(-2).map(normal)
  return left !== undefined && left === right ? `it compares ${left} with itself` : null
}

/** Only `-exec … +` lets a search fail by what it runs. */
const search: Shows = (words) =>
  words.some((word) => word === '-exec' || word === '-execdir') && words.includes('+')
    ? null
    : 'find only lists what is there'

const arithmetic: Shows = (words) => (isFilledIn(words) ? null : 'expr of constants always ends alike')

const FILTER_OPTIONS = new Set(['-F', '-v', '-e', '--expression'])
const isFromFile = (words: readonly string[]) => words.some((word) => /^(?:-f|--file)/.test(word))

/** The text of a filter such as awk. */
function filterText(words: readonly string[]): string {
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as string
    if (word === '-e' || word === '--expression') return words[at + 1] ?? ''
    if (FILTER_OPTIONS.has(word)) at++
    else if (!word.startsWith('-')) return word
  }
  return ''
}

const awk: Shows = (words) => {
  if (isFromFile(words)) return null
  const text = filterText(words)
  if (!/\bexit\b/.test(text)) return 'its program never says how it ends'
  return /^\s*BEGIN\s*\{[^{}]*\}\s*$/.test(text) && !/\b(?:getline|system|ENVIRON|ARGV)\b|\$\d/.test(text)
    ? 'its program reads nothing'
    : null
}

const sed: Shows = (words) =>
  isFromFile(words) || words.some((word) => /[qQ]\s*\d/.test(word)) ? null : 'sed only shows or rewrites text'

/** Patterns that are in every line. */
const EVERY = new Set(['', '^', '$', '.*', '^.*$'])

const grep: Shows = (words) => {
  const [pattern, ...files] = operandsOf(words)
  if (pattern !== undefined && EVERY.has(pattern)) return 'its pattern is in every line'
  if (pattern === undefined || words.some((word) => /^-(?:[a-zA-Z]*[ef]|-regexp|-file)/.test(word))) return null
  return files.length === 1 && normal(files[0] as string) === normal(pattern)
    ? `it looks for the name ${pattern} in the file of that name`
    : null
}

const GIT_VALUED = new Set(['-c', '-C', '--git-dir', '--work-tree', '--namespace', '--exec-path', '--config-env'])
const GIT_SHOWS = new Set(['status', 'log', 'branch', 'version'])
const DIFF_FAILS = new Set(['--exit-code', '--quiet', '--check'])

const git: Shows = (words) => {
  let at = 0
  for (; at < words.length && (words[at] as string).startsWith('-'); at++) {
    const word = words[at] as string
    const setting = GIT_VALUED.has(word) ? (words[++at] ?? '') : word.slice(word.indexOf('=') + 1)
    if (/^alias\./i.test(setting)) return 'what git runs is named in the call itself'
  }
  const [verb = '', ...rest] = words.slice(at)
  if (GIT_SHOWS.has(verb)) return `git ${verb} only shows something`
  if (verb !== 'diff') return null
  if (rest.includes('--no-index')) return alike(rest)
  return rest.some((word) => DIFF_FAILS.has(word)) ? null : 'git diff only shows something without --exit-code'
}

const SHOWING: Readonly<Record<string, Shows>> = {
  find: search,
  expr: arithmetic,
  awk,
  gawk: awk,
  mawk: awk,
  nawk: awk,
  sed,
  diff: alike,
  cmp: alike,
  grep,
  egrep: grep,
  fgrep: grep,
  git,
}

/** Why the program ends alike with these arguments, or null where it may not. */
export const showsOnly = (name: string, words: readonly string[]): string | null =>
  Object.hasOwn(SHOWING, name) ? ((SHOWING[name] as Shows)(words) ?? null) : null
