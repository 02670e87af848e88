// Events and surroundings for tests of hooks.
import type { CheckAt, ContextAt, Finding, HookProject, Host, Surroundings, ToolResult } from '../../lib/hooks/check.js'
import { effectsFor } from '../../lib/hooks/run.js'
import type { Point } from '../../lib/runtimes/hooks.js'

export const toolUse = (part: Partial<ToolResult> = {}): ToolResult => ({
  name: 'Write',
  action: 'write',
  path: null,
  globs: [],
  content: null,
  edits: [],
  command: null,
  task: null,
  response: null,
  ...part,
})

/** An event; by default one before a tool call. */
export const hookEvent = <P extends Point = 'pre-tool'>(
  part: Partial<ContextAt<P>> & { readonly point?: P } = {},
): ContextAt<P> =>
  ({
    point: 'pre-tool',
    name: 'PreToolUse',
    session: 's1',
    cwd: '/work/p',
    prompt: '',
    tools: [],
    context: null,
    inAgent: false,
    transcript: null,
    model: null,
    ...part,
  }) as never

/** Surroundings with a project at `/work/p` that has the given files and settings. */
export function surroundingsWith(
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
    changedAt: () => null,
  }
  return {
    env: () => null,
    project,
    read,
    tail: read,
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
    home: '/home/a',
    personal: () => undefined,
    rules: () => [],
    payload: '/home/a/.x/get-shit-done',
    ...part,
  }
}

/** The findings of a check, what it remembers, and the actions it requested. */
export interface CheckResult {
  readonly findings: readonly Finding[]
  readonly remember: unknown
  readonly actions: readonly unknown[]
}
export const NO_RESULT: CheckResult = { findings: [], remember: undefined, actions: [] }

/** A host that records every requested action in `did`. */
export function recordingHost(did: unknown[], part: Partial<Host> = {}): Host {
  const doing =
    (name: string) =>
    (...words: readonly unknown[]) =>
      void did.push([name, ...words])
  return {
    now: () => 1_000_000,
    storedValue: () => undefined,
    recordRequest: doing('recordRequest'),
    recordUsage: doing('recordUsage'),
    ...part,
  }
}

export async function runCheck<P extends Point>(
  check: Pick<CheckAt<P>, 'run'>,
  context: ContextAt<P>,
  surroundings: Surroundings = surroundingsWith(),
  part: Partial<Host> = {},
): Promise<CheckResult> {
  const [id, actions]: [string, unknown[]] = ['check-under-test', []]
  const stage = { memory: {} as Record<string, unknown>, actions: [] as (() => void)[] }
  const findings = await check.run(context, surroundings, effectsFor(id, recordingHost(actions, part), stage))
  for (const act of stage.actions) act()
  return { findings, remember: stage.memory[id], actions }
}

export const kindsOf = ({ findings }: Pick<CheckResult, 'findings'>) =>
  findings.map((one) => (one.kind === 'deny' ? `deny ${one.code}` : one.kind))
