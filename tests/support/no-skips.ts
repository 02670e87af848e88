// A reporter that fails a run with skipped tests, except those that `-t` did not select, or of missing clients unless GSD_REQUIRE_CLIENTS is set.
import type { Reporter, TestModule, Vitest } from 'vitest/node'

export class NoSkips implements Reporter {
  #vitest: Vitest | null = null

  onInit(vitest: Vitest): void {
    this.#vitest = vitest
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    if (this.#vitest?.config.testNamePattern !== undefined) return
    const isRequired = process.env['GSD_REQUIRE_CLIENTS'] === '1'
    const judged = modules.filter(({ project }) => isRequired || project.name !== 'clients')
    const skipped = judged.flatMap((module) =>
      [...module.children.allTests('skipped')].map((test) => `${module.relativeModuleId}: ${test.fullName}`),
    )
    if (skipped.length === 0) return
    console.error(`\n${skipped.length} tests were skipped; make them only where they can run (tests/support/where.ts):`)
    for (const name of skipped) console.error(`  ${name}`)
    process.exitCode = 1
  }
}
