// Keeps the graph of the code in step with the code.
import type { CheckAt } from '../../hooks/check.js'

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
    const verbs = () => around.shell().gitVerbs(event, around)
    if (around.project?.setting('graphify.enabled') === true && verbs().some((verb) => CHANGES_CODE.has(verb)))
      graph.build()
    return []
  },
}

export const checks = [graphUpdate] as const
