// Lists the actions of `gsd`. Each is in its own file; a call that begins with an action loads only its file.
import type { Action } from './action.js'

const FILES = {
  install: () => import('./install.js'),
  uninstall: () => import('./uninstall.js'),
  update: () => import('./update.js'),
  'reapply-patches': () => import('./reapply.js'),
  cost: () => import('./cost.js'),
  doctor: () => import('./doctor.js'),
  auto: () => import('./auto/auto.js'),
  worker: () => import('./worker/worker.js'),
  workers: () => import('./workers.js'),
  try: () => import('./try.js'),
  mcp: () => import('./mcp.js'),
  report: () => import('./board/report.js'),
  board: () => import('./board/board.js'),
  watch: () => import('./board/watch.js'),
  usage: () => import('./usage/usage.js'),
  trust: () => import('./trust.js'),
  ext: () => import('./ext.js'),
  pages: () => import('./pages.js'),
  extras: () => import('./extras/extras.js'),
  secret: () => import('./secret.js'),
  notify: () => import('./notify.js'),
  completion: () => import('./completion.js'),
} satisfies Readonly<Record<string, () => Promise<{ readonly action: Action }>>>

type ActionName = keyof typeof FILES
export const ACTION_NAMES = Object.keys(FILES) as readonly ActionName[]
export const isActionName = (name: string): name is ActionName => Object.hasOwn(FILES, name)

export type Actions = Readonly<Record<string, Action>>

export async function loadActions(names: readonly ActionName[] = ACTION_NAMES): Promise<Actions> {
  const loaded = names.map(async (name) => [name, (await FILES[name]()).action] as const)
  return Object.fromEntries(await Promise.all(loaded))
}
