// Runs one test in `ONE_IN` of each long file where the whole suite is run (`scripts/test.mjs` says so), spread over the file: what is left out was never
// collected, so nothing counts as skipped.
import { relative } from 'node:path'
import { type RunnerTask, TestRunner } from 'vitest'
import { GIVEN } from './given.js'
import { LONG_FILES, ONE_IN } from './matrix-files.js'

/** The task with every `ONE_IN`th test of it, counted on over the file; null where none is left. */
function thinned(task: RunnerTask, isKept: () => boolean): RunnerTask | null {
  if (task.type === 'test') return isKept() ? task : null
  task.tasks = task.tasks.map((one) => thinned(one, isKept)).filter((one) => one !== null)
  return task.tasks.length === 0 ? null : task
}

export default class SamplingRunner extends TestRunner {
  override onCollectStart(file: Parameters<TestRunner['onCollectStart']>[0]): void {
    super.onCollectStart(file)
    const path = relative(this.config.root, file.filepath).replaceAll('\\', '/')
    if (GIVEN.env['GSD_SAMPLE'] !== '1' || !LONG_FILES.includes(path)) return
    let met = 0
    const isKept = () => met++ % ONE_IN === 0
    // The collected tasks are pushed one by one, before anybody is told of them.
    const push = (...tasks: RunnerTask[]): number =>
      Array.prototype.push.apply(
        file.tasks,
        tasks.map((task) => thinned(task, isKept)).filter((task) => task !== null),
      )
    Object.defineProperty(file.tasks, 'push', { value: push })
  }
}
