// The effect of git commit hooks on unfinished work. Pure.
import type { View } from '../view.js'

/** Commit hooks that stash or restore unfinished work: plans then run one by one, to lose no edit. */
export function commitsDisturb(view: View): boolean {
  const textOf = (path: string) => view.source(path)?.text ?? null
  return (
    view.hasGit &&
    (textOf('.pre-commit-config.yaml') !== null || textOf('package.json')?.includes('"lint-staged"') === true)
  )
}
