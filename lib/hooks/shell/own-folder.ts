// What a line of shell would do to the person's own folder, or pretend about it.
import { baseName } from '../../std/paths.js'
import {
  isKey,
  isOwnFolder,
  isRecord,
  isRecordFile,
  isSecret,
  keyRefusal,
  recordRefusal,
  SHELL_OPEN,
  secretRefusal,
  waitsHere,
} from '../checks/custody.js'
import type { Acting } from '../event.js'
import type { LineAround, Refusal } from '../surroundings.js'
import type { Call } from './call.js'
import { type Change, changesOf } from './changes.js'
import { startedBy } from './commands.js'
import { type Field, shown } from './expand.js'
import { folderOf, pathsOf } from './files.js'
import { shownBy } from './programs.js'
import { SHELLS } from './wrappers.js'

const borrowed = (what: string): Refusal => ({
  code: 'BORROWED_HOME',
  text: `${what} would let this call pass for another person's, or for one at a terminal. Call gsd-tools plainly; where it asks for the user's word, ask the user.`,
})

export function ownFolderBy(event: Acting, around: LineAround): Refusal | null {
  const calls = startedBy(event, around)
  for (const call of calls) {
    const folder = folderOf(call.folder, event.cwd)
    const paths = (field: Field) => pathsOf(field, folder, around)
    const { words, inputs } = shownBy(call)
    const read = inputs ? [...words, ...call.inputs] : words
    const first = (fields: readonly Field[], is: (path: string, around: LineAround) => boolean) =>
      fields.find((field) => paths(field).some((path) => is(path, around)))
    const key = first(read, isKey)
    if (key !== undefined) return keyRefusal(shown(key))
    const secret = first(read, isSecret)
    if (secret !== undefined) return secretRefusal(shown(secret))
    const record = changesOf(call).find((change) => changesRecord(change, paths, around))
    if (record !== undefined) return recordRefusal(shown(record.path))
    const whole = first([...read, ...mountedBy(call)], isOwnFolder)
    if (whole !== undefined) return keyRefusal(shown(whole))
  }
  const opens = calls.some(({ program, words }) => SHELLS.has(program) && !words.some((word) => /^--?[vh]/.test(word)))
  if (opens && event.tools.some(({ command }) => waitsHere(command ?? ''))) return SHELL_OPEN
  return pretended(calls)
}

const MOUNTING = ['docker', 'podman', 'bwrap', 'mount']
/** Folders that are shown to others under another name: `-v folder:name`, `--mount src=folder,…`, `--bind folder name`. */
const mountedBy = ({ program, words }: Call): readonly Field[] =>
  MOUNTING.some((name) => program.startsWith(name))
    ? words.flatMap((word) => shown(word).split(/[:,=]/)).filter((one) => one.includes('/'))
    : []

/** A folder above is taken away with all that is in it; what is written into one has a place of its own. */
function changesRecord(
  { kind, path, from }: Change,
  paths: (field: Field) => readonly string[],
  around: LineAround,
): boolean {
  const places = paths(path)
  if (kind === 'remove') return places.some((one) => isRecord(one, around))
  const within = from === null ? [] : paths(from).flatMap((source) => places.map((one) => `${one}/${baseName(source)}`))
  return [...places, ...within].some((one) => isOwnFolder(one, around) || isRecordFile(one, around))
}

const NAMED_LIST: Refusal = {
  code: 'PERSON_ONLY',
  text: 'Which commands of a project may run is for the person to say. Show them what gsd-tools trust show prints, and call gsd-tools trust agree.',
}

/** Programs that put a terminal between a call and whoever made it, and those that do it when told so. */
const TERMINALS =
  'script expect unbuffer socat empty ptyrun screen tmux dtach zellij faketty winpty kitty alacritty'.split(' ')
const ENDINGS = ['term', 'terminal', 'terminal-emulator']
const ASKED = ['ssh', 'su', 'systemd-run']
const isNamedSo = (name: string): boolean => TERMINALS.includes(name) || ENDINGS.some((ending) => name.endsWith(ending))
const isTerminal = ({ program, path, words }: Call): boolean =>
  isNamedSo(program) ||
  isNamedSo(path) ||
  (ASKED.includes(program) && words.some((word) => /^(-t+|-P|--pty)$/.test(word)))

const HOMES: ReadonlySet<string> = new Set(['HOME', 'USERPROFILE'])

/** A call of ours under another home, or as if at a terminal. */
function pretended(calls: readonly Call[]): Refusal | null {
  const terminals = calls.filter(isTerminal)
  const own = calls.filter(isOurs)
  if (own.length === 0) {
    // A terminal is told in one word what it is to run.
    const within = terminals.find(({ words }) => words.some((word) => NAMED.test(shown(word))))
    return within === undefined ? null : borrowed(within.program)
  }
  const sets = calls.flatMap((call) => call.sets)
  if (sets.includes('GSD_TRUST') || own.some(({ words }) => words.some((word) => /^--trust(?:=|$)/.test(shown(word)))))
    return NAMED_LIST
  if (sets.includes('GSD_HOME')) return borrowed('GSD_HOME')
  const home = sets.find((name) => HOMES.has(name))
  if (home !== undefined) return borrowed(home)
  const [terminal] = terminals
  return terminal === undefined ? null : borrowed(terminal.program)
}

const NAMED = /(?<![\w-])gsd-tools(?![\w-])/
const OURS = /(?:^|[\\/])gsd-tools(?:\.c?js)?$/

const isOurs = ({ path, words }: Call): boolean =>
  [path, ...words.map(shown)].some((word) => word.includes('gsd-tools') && OURS.test(word))
