// Leaves out of the long files what belongs to another run (`isTaken`): `scripts/test.mjs` asks for a sample, `.ci/run` for the rest of it. What is left out
// was never collected, so nothing counts as skipped.
import { relative } from 'node:path'
import { type RunnerTask, TestRunner } from 'vitest'
import { GIVEN } from './given.js'
import { isTaken } from './matrix-files.js'

/** The task with the tests that are kept, counted on over the file; null where none is left. */
function thinned(task: RunnerTask, isKept: () => boolean): RunnerTask | null {
  if (task.type === 'test') return isKept() ? task : null
  task.tasks = task.tasks.map((one) => thinned(one, isKept)).filter((one) => one !== null)
  return task.tasks.length === 0 ? null : task
}

export default class SamplingRunner extends TestRunner {
  override onCollectStart(file: Parameters<TestRunner['onCollectStart']>[0]): void {
    super.onCollectStart(file)
    const path = relative(this.config.root, file.filepath).replaceAll('\\', '/')
    const part = GIVEN.env['GSD_SAMPLE']
    if (part === undefined) return
    // All that a small file has may have been in the sample.
    if (part === 'rest') this.config.passWithNoTests = true
    let met = 0
    const isKept = () => isTaken(part, path, met++)
    // The collected tasks are pushed one by one, before anybody is told of them.
    const push = (...tasks: RunnerTask[]): number =>
      Array.prototype.push.apply(
        file.tasks,
        tasks.map((task) => thinned(task, isKept)).filter((task) => task !== null),
      )
    Object.defineProperty(file.tasks, 'push', { value: push })
  }
}
