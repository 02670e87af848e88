// The effect of git commit hooks on unfinished work. Pure.
import type { View } from '../view.js'

/**
 * Signs in the top folder of hooks that stash: pre-commit hides unstaged work while it runs; lint-staged restores all
 * files after a failure. husky and lefthook alone do neither.
 */
export const isInUse = (textOf: (path: string) => string | null): boolean =>
  textOf('.pre-commit-config.yaml') !== null || textOf('package.json')?.includes('"lint-staged"') === true

/** Whether commits hide the tree's unfinished work while hooks run. Plans then run one by one, to lose no edit. */
export function commitsDisturb(view: View): boolean {
  if (!view.hasGit) return false
  const textOf = (path: string) => view.source(path)?.text ?? null
  const isTop = ['.git/HEAD', '.git'].some((path) => textOf(path) !== null)
  return (!isTop || isInUse(textOf)) && view.setsAside()
}
