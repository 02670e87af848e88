// Keeps the graph of the code in step with the code.
import type { CheckAt } from '../../hooks/check.js'
import { commandsIn } from '../../hooks/shell.js'

/** Verbs of git after which the code is another. */
const CHANGES_CODE: ReadonlySet<string> = new Set(['commit', 'merge', 'pull', 'rebase', 'checkout'])

const graphUpdate: CheckAt<'post-tool', 'graph'> = {
  id: 'graph-update',
  about: 'Rebuilds the graph of the code beside the session after a command changed it',
  points: ['post-tool'],
  actions: ['shell'],
  setting: 'graphify.auto_update',
  needsProject: true,
  uses: { graph: true },
  run: (event, around, { graph }) => {
    const isChanged = event.tools.some(({ command }) =>
      commandsIn(command ?? '').some(
        ({ program, words }) => program === 'git' && words.some((word) => CHANGES_CODE.has(word)),
      ),
    )
    if (around.project?.setting('graphify.enabled') === true && isChanged) graph.build()
    return []
  },
}

export const checks = [graphUpdate] as const
