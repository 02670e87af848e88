// A reporter that names what failed, or came right at the second try only, once more when all else is said: long logs are read from their end, and tables of the suites are printed after the summary.
import { stripVTControlCharacters } from 'node:util'
import type { Reporter, TestCase, TestModule } from 'vitest/node'

/** Of one error, its beginning and its end: a message that tells what happened stands before what was expected. */
const MOST_CHARACTERS = { begin: 300, end: 600 }

export class LastWords implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly { readonly message: string }[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const said = [
      ...unhandled.map(({ message }) => line('outside of a test', message)),
      ...modules.flatMap((module) => module.errors().map(({ message }) => line(module.relativeModuleId, message))),
      ...tests.filter((test) => test.result().state === 'failed').map((test) => told(test)),
      ...tests
        .filter((test) => test.diagnostic()?.flaky === true)
        .map((test) => `${told(test)}\n    passed at a later try`),
    ]
    if (said.length > 0)
      process.once('exit', () => console.error(`\nWhat failed (${said.length}):\n${said.join('\n')}`))
  }
}

const line = (where: string, message: string): string => `  ${where}\n    ${shortened(message.split('\n').join(' '))}`

const shortened = (text: string): string =>
  text.length <= MOST_CHARACTERS.begin + MOST_CHARACTERS.end
    ? text
    : `${text.slice(0, MOST_CHARACTERS.begin)} … ${text.slice(-MOST_CHARACTERS.end)}`

/** What differs is told beside the message, which shortens lists to their length. */
function told(test: TestCase): string {
  const { message = '', diff = '' } = test.result().errors?.[0] ?? {}
  return line(`${test.module.relativeModuleId}: ${test.fullName}`, stripVTControlCharacters(`${message} ${diff}`))
}
