// What a program does to the files it is given, as far as its words tell.
import { baseName } from '../../std/paths.js'
import type { Call } from './call.js'
import { activated, type Field, literal, patternOf, shown } from './expand.js'
import { FILTER, SHELLS, searchedFolders, shellCode } from './wrappers.js'

export interface Change {
  /** `touch`: it is made where it is not there, and its text stays. */
  readonly kind: 'write' | 'remove' | 'touch'
  readonly path: Field
  /** The text that is written, or added; null: not known here. */
  readonly content: string | null
  readonly appends: boolean
  /** The file whose text it is given; the name below `path` where that is a folder. */
  readonly from: Field | null
  /** Words of a stream editor that changes it in place; null: none. */
  readonly edit: readonly Field[] | null
}

const change = (kind: Change['kind'], path: Field, part: Partial<Change> = {}): Change => ({
  kind,
  path,
  content: null,
  appends: false,
  from: null,
  edit: null,
  ...part,
})

const isOption = (word: Field): boolean => word.length > 1 && word.startsWith('-')
const operands = (words: readonly Field[]): readonly Field[] => {
  const end = words.indexOf('--')
  return end < 0
    ? words.filter((word) => !isOption(word))
    : [...words.slice(0, end).filter((word) => !isOption(word)), ...words.slice(end + 1)]
}
/** The value of an option in one word or two. */
const optionValue = (words: readonly Field[], ...names: readonly string[]): Field | null => {
  for (const [at, word] of words.entries())
    for (const name of names) {
      if (word === name) return words[at + 1] ?? null
      if (word.startsWith(`${name}=`)) return word.slice(name.length + 1)
      if (name.length === 2 && isOption(name) && word.startsWith(name)) return word.slice(2)
    }
  return null
}

type Reads = (call: Call) => readonly Change[]

const removes: Reads = ({ words, hints }) => [...operands(words), ...hints].map((path) => change('remove', path))

const placed =
  (moves: boolean): Reads =>
  ({ words, hints }) => {
    const into = optionValue(words, '-t', '--target-directory')
    const given = [...operands(words.filter((word) => word !== '-t')), ...hints].filter((word) => word !== into)
    const target = into ?? given.at(-1)
    if (target === undefined) return []
    const sources = into === null ? given.slice(0, -1) : given
    return sources.flatMap((from) => [change('write', target, { from }), ...(moves ? [change('remove', from)] : [])])
  }

const linked: Reads = ({ words }) => {
  const given = operands(words)
  const target = given.length > 1 ? given.at(-1) : undefined
  return target === undefined ? [] : given.slice(0, -1).map(() => change('write', target))
}

const teed: Reads = ({ words, stdin }) => {
  const appends = words.some((word) => /^-[a-z]*a|^--append$/.test(word))
  return operands(words).map((path) => change('write', path, { content: stdin, appends }))
}

/** Letters of options with a value, so that it is not taken for a file. */
const EDITOR_VALUED = /^-(?:[a-zA-Z]*[ef]|-expression|-file)$/

/** The words of a stream editor as options with scripts, and files. */
export function editorWords(words: readonly Field[]): {
  readonly script: readonly Field[]
  readonly files: readonly Field[]
  readonly inPlace: boolean
} {
  const script: Field[] = []
  const files: Field[] = []
  let inPlace = false
  let scripted = false
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as Field
    if (!isOption(word)) {
      if (scripted) files.push(word)
      else script.push('-e', word)
      scripted = true
    } else if (/^-[nErsuz]*i|^--in-place/.test(word)) {
      inPlace = true
      const rest = /^-([nErsuz]+)i/.exec(word)?.[1]
      if (rest !== undefined) script.push(`-${rest}`)
      // An empty suffix is a word of its own for some.
      if (words[at + 1] === '') at += 1
    } else if (EDITOR_VALUED.test(word)) {
      script.push(word, words[at + 1] ?? '')
      scripted = true
      at += 1
    } else {
      script.push(word)
      if (word.startsWith('--expression=') || word.startsWith('--file=')) scripted = true
    }
  }
  return { script, files, inPlace }
}

const edited: Reads = ({ words, hints }) => {
  const { script, files, inPlace } = editorWords(words)
  return inPlace ? [...files, ...hints].map((path) => change('write', path, { edit: script })) : []
}

/** `perl -i`, `awk -i inplace`: nobody follows what they make of it. */
const inPlaceWith =
  (option: RegExp): Reads =>
  ({ words, hints }) =>
    words.some((word) => option.test(word)) ? [...operands(words), ...hints].map((path) => change('write', path)) : []

/** The file itself goes, unless it is kept or only shown. */
const packed: Reads = (call) =>
  call.words.some((word) => /^-[a-zA-Z]*[cktl]|^--(?:keep|stdout|test|list)$/.test(word)) ? [] : removes(call)

const written =
  (...names: readonly string[]): Reads =>
  ({ words }) =>
    names.flatMap((name) => {
      const path = optionValue(words, name)
      return path === null ? [] : [change('write', path)]
    })

const at =
  (place: number): Reads =>
  ({ words }) =>
    operands(words)
      .slice(place, place + 1)
      .map((path) => change('write', path))

/** An archive that is made, not one that is read. */
const archived: Reads = ({ words }) => {
  const [first = ''] = words
  const makes =
    /^-?[a-zA-Z]*[cru]/.test(first) || words.some((word) => /^--(?:create|append|update)$|^-[cru]/.test(word))
  const bundled = /^-?[a-zA-Z]*f(.*)$/.exec(first)
  const file = bundled === null ? optionValue(words, '-f', '--file') : bundled[1] === '' ? words[1] : bundled[1]
  return [...(makes && file != null ? [change('write', file)] : []), ...goneBy(/^--remove-files$/, { words })]
}

/** With this option what it is given goes. */
const goneBy = (option: RegExp, { words }: Pick<Call, 'words'>): readonly Change[] =>
  words.some((word) => option.test(word)) ? operands(words).map((path) => change('remove', path)) : []

const READS: Readonly<Record<string, Reads>> = {
  rm: removes,
  unlink: removes,
  shred: removes,
  rmdir: removes,
  trash: removes,
  'trash-put': removes,
  rimraf: removes,
  'del-cli': removes,
  srm: removes,
  wipe: removes,
  'remove-item': removes,
  del: removes,
  mv: placed(true),
  'move-item': placed(true),
  cp: placed(false),
  install: placed(false),
  rsync: (call) => [...placed(false)(call), ...goneBy(/^--(del|remove-s)/, call)],
  scp: placed(false),
  'copy-item': placed(false),
  ln: linked,
  tee: teed,
  sponge: ({ words }) => operands(words).map((path) => change('write', path)),
  truncate: ({ words }) =>
    operands(words.filter((word, at) => !/^-s$/.test(words[at - 1] ?? '') || isOption(word))).map((path) =>
      change('write', path, {
        content: /^0+$/.test(literal(optionValue(words, '-s', '--size') ?? '') ?? '') ? '' : null,
      }),
    ),
  dd: ({ words }) => words.flatMap((word) => (word.startsWith('of=') ? [change('write', word.slice(3))] : [])),
  sed: edited,
  gsed: edited,
  perl: inPlaceWith(/^-[a-zA-Z0-9]*i/),
  ruby: inPlaceWith(/^-[a-zA-Z0-9]*i/),
  awk: inPlaceWith(/^inplace$/),
  gawk: inPlaceWith(/^inplace$/),
  ed: ({ words }) => operands(words).map((path) => change('write', path)),
  ex: ({ words }) => operands(words).map((path) => change('write', path)),
  patch: ({ words }) =>
    operands(words)
      .slice(0, 1)
      .map((path) => change('write', path)),
  touch: ({ words }) => operands(words).map((path) => change('touch', path)),
  sort: written('-o', '--output'),
  openssl: written('-out'),
  uniq: at(1),
  xxd: at(1),
  zip: (call) => [...at(0)(call), ...goneBy(/^-[a-zA-Z]*m/, call)],
  unzip: written('-d'),
  tar: archived,
  bsdtar: archived,
  split: at(1),
  script: at(0),
  shuf: written('-o', '--output'),
  iconv: written('-o', '--output'),
  pandoc: written('-o', '--output'),
  dot: written('-o'),
  gcc: written('-o'),
  cc: written('-o'),
  clang: written('-o'),
  strace: written('-o', '--output'),
  gzip: packed,
  bzip2: packed,
  xz: packed,
  yq: inPlaceWith(/^(?:-[a-zA-Z]*i|--inplace)$/),
  curl: written('-o', '--output', '-D', '--dump-header', '-c', '--cookie-jar', '--stderr', '--trace', '--trace-ascii'),
  wget: written('-O', '--output-document', '-o', '--output-file', '-a', '--append-output'),
  git: gitChanges,
  find: findChanges,
}

function gitChanges({ words, folder, ...call }: Call): readonly Change[] {
  const [verb, ...rest] = gitWords(words)
  const output = optionValue(rest, '--output') ?? (verb === 'archive' ? optionValue(rest, '-o') : null)
  if (output !== null) return [change('write', output)]
  const kept =
    verb === 'config' ? optionValue(rest, '-f', '--file') : verb === 'bundle' && rest[0] === 'create' ? rest[1] : null
  if (kept != null) return [change('write', kept)]
  if (verb === 'clone') return at(operands(rest).length - 1)({ ...call, folder, words: rest })
  if (verb === 'rm') return rest.includes('--cached') ? [] : removes({ ...call, folder, words: rest })
  return verb === 'mv' ? placed(true)({ ...call, folder, words: rest }) : []
}

/** Without the options in front of git's verb. */
export function gitWords(words: readonly Field[]): readonly Field[] {
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as Field
    if (word === '-C' || word === '-c' || word === '--git-dir' || word === '--work-tree' || word === '--namespace')
      at += 1
    else if (!isOption(word)) return words.slice(at)
  }
  return []
}

/** Names of files that matter wherever they lie. */
const PLANNED = ['ROADMAP.md', 'STATE.md', '01-01-PLAN.md', 'ledger.jsonl', '.planning']

const STARTED = /^-(?:exec|execdir|ok|okdir)$/
const TAKES = /(?:^|[\s;&|/])(?:rm|unlink|shred|trash|mv|truncate)(?=\s|$)/

/** What it starts there takes files away: by its name, or by the text that a shell is told to run. */
function takesAt(words: readonly Field[], at: number): boolean {
  if (!STARTED.test(words[at - 1] ?? '')) return false
  const [program = '', ...rest] = words.slice(at).map(shown)
  const { code } = SHELLS.has(baseName(program)) ? shellCode(rest) : { code: null }
  return TAKES.test(code ?? program)
}

/** What `find` deletes, itself or by a program: its folders, or, where it chooses among their files, those in which plans are meant. */
function findChanges({ words }: Call): readonly Change[] {
  const printed = words.filter((_, index) => /^-(?:fprint0?|fprintf|fls)$/.test(words[index - 1] ?? ''))
  if (printed.length > 0) return printed.map((path) => change('write', path))
  if (!words.includes('-delete') && !words.some((_, at) => takesAt(words, at))) return []
  const folders = searchedFolders(words)
  const isChosen = words.some((word) => FILTER.test(word))
  const patterns = words
    .filter((_, at) => /^-i?name$/.test(words[at - 1] ?? ''))
    .map((word) => patternOf(activated(word)))
  const isExcept = words.some((word) => /^(?:!|-not|-prune)$/.test(word))
  const meansPlans = !isExcept && patterns.some((pattern) => PLANNED.some((name) => pattern.test(name)))
  const isNamed = (text: Field) => /\.planning/i.test(shown(text))
  const below = words.filter((_, at) => !isExcept && /^-i?(?:path|wholename|regex)$/.test(words[at - 1] ?? ''))
  return folders
    .filter((folder) => !isChosen || meansPlans || isNamed(folder) || below.some(isNamed))
    .map((path) => change('remove', path))
}

/** In the order in which they happen. */
export function changesOf(call: Call): readonly Change[] {
  const read = Object.hasOwn(READS, call.program) ? READS[call.program] : undefined
  const own = read === undefined ? [] : read(call)
  return [...own, ...call.outputs.map(({ path, appends, content }) => change('write', path, { appends, content }))]
}

export const changesFiles = (program: string): boolean => Object.hasOwn(READS, program)
