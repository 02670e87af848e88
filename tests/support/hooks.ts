// Events and surroundings for tests of hooks.

import type { Checked } from '../../lib/hooks/check.js'
import type { HookEvent, ToolUse } from '../../lib/hooks/event.js'
import { shellReader } from '../../lib/hooks/shell/reader.js'
import type { HookProject, Surroundings } from '../../lib/hooks/surroundings.js'

export const toolUse = (part: Partial<ToolUse> = {}): ToolUse => ({
  name: 'Write',
  action: 'write',
  path: null,
  globs: [],
  content: null,
  edits: [],
  command: null,
  agent: null,
  isolated: false,
  answers: [],
  response: null,
  ...part,
})

export const hookEvent = (part: Partial<HookEvent> = {}): HookEvent => ({
  point: 'pre-tool',
  name: 'PreToolUse',
  session: 's1',
  cwd: '/work/p',
  source: null,
  prompt: null,
  tools: [],
  context: null,
  inAgent: false,
  transcript: null,
  model: null,
  isRepeated: false,
  ...part,
})

/** When every file was written. */
export const WRITTEN = 900_000

/** A project of the given files, by path below `/work/p`; `settings` as they are written. */
export function around(
  files: Readonly<Record<string, string>> = {},
  settings: Readonly<Record<string, unknown>> = {},
  part: Partial<Surroundings> = {},
): Surroundings {
  const root = '/work/p'
  const read = (path: string) => files[path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path] ?? null
  const project: HookProject = {
    root,
    setting: (key) => settings[key],
    list: (folder) =>
      Object.keys(files).flatMap((path) => (path.startsWith(`${folder}/`) ? [path.slice(folder.length + 1)] : [])),
    read: (path) => files[path] ?? null,
    writtenAt: (path) => (files[path] === undefined ? null : WRITTEN),
  }
  return {
    now: () => 1_000_000,
    env: () => null,
    project,
    read,
    tail: read,
    exists: (path) => read(path) !== null,
    names: (folder) => [
      ...new Set(
        Object.keys(files).flatMap((path) => {
          const whole = path.startsWith('/') ? path : `${root}/${path}`
          const below = whole.startsWith(`${folder}/`) ? whole.slice(folder.length + 1) : ''
          return below === '' ? [] : [below.split('/')[0] as string]
        }),
      ),
    ],
    real: (path) => path,
    shell: () => shellReader,
    filtered: () => null,
    tracked: () => false,
    home: '/home/a',
    own: '/home/a/.gsd',
    personal: () => undefined,
    remembered: undefined,
    recalled: () => undefined,
    remind: null,
    payload: '/home/a/.x/get-shit-done',
    version: '1.0.0',
    ...part,
  }
}

export const kinds = ({ findings }: Checked) =>
  findings.map((one) => (one.kind === 'deny' ? `deny ${one.code}` : one.kind))
