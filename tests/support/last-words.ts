// A reporter that names what failed once more when all else is said: long logs are read from their end, and tables of the suites are printed after the summary.
import type { Reporter, TestModule } from 'vitest/node'

/** Of one error. */
const MOST_CHARACTERS = 300

export class LastWords implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly { readonly message: string }[]): void {
    const lines = [
      ...modules.flatMap((module) => [
        ...module.errors().map(({ message }) => line(module.relativeModuleId, message)),
        ...[...module.children.allTests('failed')].map((test) =>
          line(`${module.relativeModuleId}: ${test.fullName}`, test.result().errors?.[0]?.message ?? ''),
        ),
      ]),
      ...unhandled.map(({ message }) => line('outside of a test', message)),
    ]
    if (lines.length === 0) return
    process.once('exit', () => console.error(`\nWhat failed (${lines.length}):\n${lines.join('\n')}`))
  }
}

const line = (where: string, message: string): string =>
  `  ${where}\n    ${message.split('\n').join(' ').slice(0, MOST_CHARACTERS)}`
