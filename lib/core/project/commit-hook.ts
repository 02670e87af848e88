// The effect of git commit hooks on unfinished work. Pure.
import type { View } from '../view.js'

/** Whether commit hooks may stash and restore unfinished work. If so, plans run one by one, so that no edit is lost. */
export function hooksDisturbWork(view: View): boolean {
  const textOf = (path: string) => view.source(path)?.text ?? null
  return (
    view.hasGit &&
    (textOf('.pre-commit-config.yaml') !== null || textOf('package.json')?.includes('"lint-staged"') === true)
  )
}
