// What somebody did, and whether it was anything but running the tests.
import { describe, expect, it } from 'vitest'
import { readChecks } from '../../../../lib/core/judging/receipts.js'
import { testsOnly } from '../../../../lib/core/judging/tests-only.js'

const known = {
  checks: readChecks(
    [
      ['npm', 'test'],
      ['make', 'check'],
    ],
    false,
  ).checks,
  scripts: (folder: string) =>
    folder === '.' ? { test: 'vitest run && eslint .', unit: 'node --test', start: 'node server.js' } : null,
}

describe('a try', () => {
  it.each([
    'npm test',
    '`npm test`',
    'ran `npm test`',
    'I ran npm run test',
    're-ran the tests',
    'ran the tests for empty input',
    'ran the whole test suite twice',
    'ran all unit tests; all 12 passed',
    'ran `npm test` (`parse.test.ts`), 12 passed',
    'ran `npm test` again and all pass',
    '`CI=1 npm test 2>&1 | tail -5`',
    '`cd app && npx vitest run tests/parse.test.ts`',
    '`bash -c "npm test"`',
    'vitest run',
    '`npx vitest run -t empty`',
    '`npm run unit`',
    'ran `make check`',
    '`eslint .`',
    '`pytest -k empty`',
    '`go test ./...`',
    'ran the tests with `npm test` and `npm run unit`',
    'The tests',
    'executed the test suite.',
    'ran the checks again',
    'the tests pass on an empty file',
    'ran unit tests in watch mode',
    'the tests of the parser',
  ])('that only runs the tests: %s', (did) => expect(testsOnly(did, known)).toBe(true))

  it.each([
    'ran it',
    'empty',
    'node cli.js "a b c"',
    'ran `node cli.js "a b c"`',
    'ran `npm test`, then `node cli.js ""`',
    '`npm test` and looked at the page in a browser',
    '`npm test && node cli.js x`',
    '`npm start` with a broken file',
    '`echo "a,b" | node cli.js`',
    'gave it an empty file',
    'called parse("") in the console',
    'opened the test page in a browser',
    'ran the checkout with an empty cart',
    'ran the checks by hand on an empty file',
    'ran the tests’ own fixture through the program',
    'broke the tests and ran `node cli.js` on them',
    '`curl localhost:3000/tests`',
    '`cat tests/fixtures/a.csv | node cli.js`',
    "`node -e \"require('./parse')('')\"`",
    'started the server twice',
    'tests the login with a wrong password',
    'the tests page loads',
    'ran the suite of sample files through it',
    'specs of two cars compared in the page',
    'Suites booked twice',
    '`npm run test-server`',
    'run twice',
    '',
  ])('that does something: %s', (did) => expect(testsOnly(did, known)).toBe(false))
})
