// Reads what a tool call does from the client's tool names and fields, which differ from client to client.
import type { Action } from '../runtimes/terms.js'
import { type Fields, isFields } from '../std/json.js'
import type { ToolResult, ToolUse } from './check.js'

const KEYS = {
  path: [
    'file_path',
    'filePath',
    'path',
    'absolute_path',
    'target_file',
    'TargetFile',
    'AbsolutePath',
    'file',
    'notebook_path',
  ],
  content: ['content', 'contents', 'file_content', 'file_text', 'new_text', 'CodeContent'],
  glob: ['glob', 'include', 'includes', 'include_pattern', 'includePattern', 'glob_pattern', 'file_pattern'],
  command: ['command', 'cmd', 'CommandLine', 'command_line'],
  before: ['old_string', 'oldString', 'old_str', 'old_text', 'oldText'],
  after: ['new_string', 'newString', 'new_str', 'newText', 'new_text'],
} as const

const textIn = (fields: Fields, keys: readonly string[]): string | null => {
  for (const key of keys) {
    const value = fields[key]
    if (typeof value === 'string' && value !== '') return value
    if (Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string'))
      return value.join('\n')
  }
  return null
}

/** Returns the whole text of a file, possibly empty; null if no field has it. */
const contentIn = (fields: Fields): string | null =>
  textIn(fields, KEYS.content) ?? (KEYS.content.some((key) => fields[key] === '') ? '' : null)

function editsIn(fields: Fields): ToolUse['edits'] {
  const listed = Array.isArray(fields['edits']) ? fields['edits'].filter(isFields) : [fields]
  return listed.flatMap((one) => {
    const [before, after] = [textIn(one, KEYS.before), textIn(one, KEYS.after)]
    return before === null ? [] : [{ before, after: after ?? '' }]
  })
}

/** Fields that list several files, as texts or as objects with a path. */
const FILE_LISTS = ['files', 'file_paths', 'paths']

const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value])

function pathsIn(fields: Fields): readonly string[] {
  const path = textIn(fields, KEYS.path)
  if (path !== null) return [path]
  return FILE_LISTS.flatMap((key) => asList(fields[key])).flatMap((one) => {
    const found = isFields(one) ? textIn(one, KEYS.path) : one
    return typeof found === 'string' && found !== '' ? [found] : []
  })
}

/** Returns the shell lines of a call; a program and its arguments are joined into one line. */
function commandIn(fields: Fields): string | null {
  const lines = [textIn(fields, KEYS.command), ...asList(fields['commands'])].flatMap((one) => {
    const line = isFields(one) ? [textIn(one, KEYS.command), ...asList(one['args'])] : [one]
    const words = line.filter((word) => typeof word === 'string')
    return words.length === 0 ? [] : [words.join(' ')]
  })
  return lines.length === 0 ? null : lines.join('\n')
}

/** Fields that name a task; the first is the name shown while the task is in progress. */
const TASK = ['activeForm', 'content', 'description', 'step', 'title']

/** Returns the task in progress, from the task list that the call writes. */
function taskIn(fields: Fields): string | null {
  const tasks = ['todos', 'plan', 'tasks'].flatMap((key) => asList(fields[key])).filter(isFields)
  const current = tasks.find(({ status }) => status === 'in_progress')
  return current === undefined ? null : textIn(current, TASK)
}

/** Returns the texts in a tool's response of any shape, at most about 100,000 characters. */
function responseText(value: unknown): string | null {
  const parts: string[] = []
  let left = 100_000
  const walk = (one: unknown, depth: number): void => {
    if (left <= 0 || depth > 6) return
    if (typeof one === 'string') {
      parts.push(one.slice(0, left))
      left -= one.length
    } else if (Array.isArray(one)) for (const each of one) walk(each, depth + 1)
    else if (isFields(one)) for (const each of Object.values(one)) walk(each, depth + 1)
  }
  walk(value, 0)
  return parts.length === 0 ? null : parts.join('\n')
}

/** Returns one use for each file of a call, at least one. `names`: each tool's action, by its name in hooks. */
export function toolUses(name: string, input: unknown, names: Readonly<Record<string, Action>>): readonly ToolUse[] {
  const fields = isFields(input) ? input : {}
  const action = Object.hasOwn(names, name) ? (names[name] as Action) : null
  const patch = textIn(fields, ['patch', 'input', 'command']) ?? (typeof input === 'string' ? input : null)
  const files = patch === null ? [] : patchedFiles(patch)
  if (files.length > 0)
    return files.map((file) => ({
      ...file,
      name,
      action: file.content === null ? 'edit' : 'write',
      globs: [],
      command: null,
      task: null,
    }))
  const edits = editsIn(fields)
  const [path = null, ...others] = pathsIn(fields)
  const use: ToolUse = {
    name,
    action,
    path,
    globs: KEYS.glob.flatMap((key) => asList(fields[key])).filter((one) => typeof one === 'string'),
    content: edits.length > 0 || typeof fields['insert_line'] === 'number' ? null : contentIn(fields),
    edits,
    command: action === 'shell' ? commandIn(fields) : null,
    task: action === 'todo' ? taskIn(fields) : null,
  }
  return [use, ...others.map((other) => ({ ...use, path: other }))]
}

/** Returns the tool uses of a finished call, with the response attached to the first. */
export const toolResults = (uses: readonly ToolUse[], response: unknown): readonly ToolResult[] =>
  uses.map((use, at) => ({ ...use, response: at === 0 ? responseText(response) : null }))

type PatchedFile = Pick<ToolUse, 'path' | 'content' | 'edits'>

const HEADER = /^\*\*\* (Add|Update|Delete) File: (.+)$/
const MOVED = /^\*\*\* Move to: (.+)$/

interface Section {
  readonly kind: string
  readonly path: string
  readonly lines: string[]
}

/** Returns the files of a patch in order; none if it is not a patch. A new, deleted or moved-away file has `content`. */
export function patchedFiles(text: string): readonly PatchedFile[] {
  const begin = text.indexOf('*** Begin Patch')
  if (begin < 0) return []
  const files: Section[] = []
  for (const line of text.slice(begin).split(/\r?\n/)) {
    if (line.startsWith('*** End Patch')) break
    const header = HEADER.exec(line)
    if (header !== null) files.push({ kind: header[1] as string, path: (header[2] as string).trim(), lines: [] })
    else files.at(-1)?.lines.push(line)
  }
  return files.flatMap(filesOf)
}

function filesOf({ kind, path, lines }: Section): readonly PatchedFile[] {
  const added = lines.filter((line) => line.startsWith('+')).map((line) => line.slice(1))
  if (kind === 'Add') return [{ path, content: `${added.join('\n')}\n`, edits: [] }]
  if (kind === 'Delete') return [{ path, content: '', edits: [] }]
  const edits = hunksOf(lines)
  const to = lines.map((line) => MOVED.exec(line)?.[1]).find((one) => one !== undefined)
  if (to === undefined) return [{ path, content: null, edits }]
  return [
    { path, content: '', edits: [] },
    { path: to.trim(), content: null, edits },
  ]
}

/** Returns each hunk as the text before and after, including context lines. */
function hunksOf(lines: readonly string[]): PatchedFile['edits'] {
  const hunks: string[][] = [[]]
  for (const line of lines) {
    if (line.startsWith('@@')) hunks.push([])
    else if (/^[-+ ]/.test(line)) hunks.at(-1)?.push(line)
    else if (line === '') hunks.at(-1)?.push(' ')
  }
  const side = (hunk: readonly string[], mark: string) =>
    hunk
      .filter((line) => line.startsWith(' ') || line.startsWith(mark))
      .map((line) => line.slice(1))
      .join('\n')
  return hunks
    .filter((hunk) => hunk.some((line) => !line.startsWith(' ')))
    .map((hunk) => ({ before: side(hunk, '-'), after: side(hunk, '+') }))
}
