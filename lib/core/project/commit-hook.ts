// What a hook of git does to work that lies beside a commit. Pure.

import type { View } from '../view.js'
import { readSettings } from './settings.js'

/** Its settings lie there, and it puts all that is not staged aside while it runs, whoever is at work on it. */
const SETS_ASIDE = '.pre-commit-config.yaml'
const HOOKS = '.git/hooks'

/**
 * Whether a commit takes the unfinished work of everybody in this tree away for as long as its checks run. What one writes meanwhile, and what was set
 * aside, can then no longer be put together: plans come one after another there, or each in a work tree.
 */
export const commitsDisturb = (view: View): boolean =>
  view.hasGit &&
  readSettings(view).get('git.isolation') !== 'worktree' &&
  view.list(HOOKS).some(({ name }) => name === 'pre-commit') &&
  view.source(SETS_ASIDE) !== null
