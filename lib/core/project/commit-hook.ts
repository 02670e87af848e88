// What a hook of git does to work that lies beside a commit. Pure.
import type { View } from '../view.js'

/**
 * What in the top folder says that a program is in use that sets work aside: pre-commit takes away all that is not staged while it runs; lint-staged, where
 * a check fails, puts every file back as it was when it began, whoever wrote to it since. husky and lefthook by themselves leave alone what is not part of the commit.
 */
export const isInUse = (textOf: (path: string) => string | null): boolean =>
  textOf('.pre-commit-config.yaml') !== null || textOf('package.json')?.includes('"lint-staged"') === true

/**
 * Whether a commit takes the unfinished work of everybody in this tree away for as long as its checks run. What one writes meanwhile, and what was set
 * aside, can then no longer be put together: plans come one after another there.
 */
export function commitsDisturb(view: View): boolean {
  if (!view.hasGit) return false
  const textOf = (path: string) => view.source(path)?.text ?? null
  const isTop = ['.git/HEAD', '.git'].some((path) => textOf(path) !== null)
  return (!isTop || isInUse(textOf)) && view.setsAside()
}
