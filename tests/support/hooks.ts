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

/** Before a call of a tool, where nothing else is said. */
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

/** What a check found, what it remembers, and what it asked for. */
export interface Asked {
  readonly findings: readonly Finding[]
  readonly remember: unknown
  readonly did: readonly unknown[]
}
export const SAID_NOTHING: Asked = { findings: [], remember: undefined, did: [] }

/** Answers of the host, and what it was asked to do. */
export function hostOf(did: unknown[], part: Partial<Host> = {}): Host {
  const doing =
    (name: string) =>
    (...words: readonly unknown[]) =>
      void did.push([name, ...words])
  return {
    now: () => 1_000_000,
    storedValue: () => undefined,
    recordRequest: doing('ordered'),
    recordUsage: doing('note'),
    ...part,
  }
}

/** Asks one check. */
export async function ask<P extends Point>(
  check: Pick<CheckAt<P>, 'run'>,
  context: ContextAt<P>,
  surroundings: Surroundings = around(),
  part: Partial<Host> = {},
): Promise<Asked> {
  const did: unknown[] = []
  const stage = { memory: {} as Record<string, unknown>, actions: [] as (() => void)[] }
  const findings = await check.run(context, surroundings, effectsFor('asked', hostOf(did, part), stage))
  for (const act of stage.actions) act()
  return { findings, remember: stage.memory['asked'], did }
}

export const kinds = ({ findings }: Pick<Asked, 'findings'>) =>
  findings.map((one) => (one.kind === 'deny' ? `deny ${one.code}` : one.kind))
