// Which lines of shell are told by a look: none that the guards would refuse, and most of a day's work.
import { describe, expect, it } from 'vitest'
import { needsReading } from '../../../lib/hooks/shell.js'
import { SECRET_READS } from '../../support/shell-lines.js'

describe('a line of shell', () => {
  it.each([
    'npm test && git status',
    'git commit -m "feat: it starts"',
    "git add . && git commit -am 'fix: it ends' --no-edit",
    'echo "done" && mkdir -p "my folder" && cd "my folder"',
    'npm "test" -- src/a.test.ts 2>&1',
    'git add "src/a b.ts"',
    '"ls" \'src\'',
  ])('is told by a look where nothing in it could matter: %s', (line) => {
    expect(needsReading(line)).toBe(false)
  })

  it.each(SECRET_READS)('is read where it could show a secret: %s', (line) => {
    expect(needsReading(line)).toBe(true)
  })

  it.each([
    'c"a"t .env',
    '"cat" .env',
    'npm "exec" cat .env',
    'npm e"xe"c cat .env',
    'npx -c "cat .env"',
    'node -e "1 + 1"',
    'git commit -F ".env"',
    'git commit -F .env -m "x"',
    'git commit -m "x" --file .env',
    'git commit --fil .env',
    'git add --pathspec-from-file .env',
    'git add --pathspec-from-file ".env"',
    'git fetch --upload-pack "cat .env" .',
    'echo "cat .env" | sh',
    'echo "all: ; cat .env" | make -f -',
    'echo "a" > b.txt',
    'echo "$(cat .env)"',
    'echo "multi\nline"; cat .env "x"',
    "echo 'multi\nline'; cat .env 'x'",
    'echo "a" \'b" ; cat .env "c',
    'git commit -m "a\\" ; cat .env "',
    'echo "x" & "cat" .env',
  ])('is read where quotes could hide an order: %j', (line) => {
    expect(needsReading(line)).toBe(true)
  })
})
