// A reporter that fails a run with skipped tests, unless `-t` selects tests. Those of the project `clients` count only with GSD_REQUIRE_CLIENTS=1.
import type { Reporter, TestModule, Vitest } from 'vitest/node'

export class NoSkips implements Reporter {
  #vitest: Vitest | null = null

  onInit(vitest: Vitest): void {
    this.#vitest = vitest
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    if (this.#vitest?.config.testNamePattern !== undefined) return
    const isRequired = process.env['GSD_REQUIRE_CLIENTS'] === '1'
    const counted = modules.filter(({ project }) => isRequired || project.name !== 'clients')
    const skipped = counted.flatMap((module) =>
      [...module.children.allTests('skipped')].map((test) => `${module.relativeModuleId}: ${test.fullName}`),
    )
    if (skipped.length === 0) return
    console.error(`\n${skipped.length} tests were skipped; define them only where they run (tests/support/where.ts):`)
    for (const name of skipped) console.error(`  ${name}`)
    process.exitCode = 1
  }
}
