// `gsd auto` on a terminal: what it draws while a session is at work, and that the terminal is as it was when the run has ended, however it ends.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect } from 'vitest'
import { autoGround, type Ground } from '../support/auto/ground.js'
import { drawn } from '../support/drawn.js'
import { environmentOf, PACKAGE } from '../support/gsd.js'
import { disposeProjects } from '../support/project.js'
import { hasTerminal, typeAt } from '../support/terminal.js'
import { itWhere } from '../support/where.js'

afterEach(disposeProjects)

const COLUMNS = 72
const steered = (mode = 'show'): Promise<Ground> => autoGround({ '01': {} }, [mode])

/** A run in a window of so many columns; `then` is called once the session's own words are on it. */
const watched = (
  { project, env }: Ground,
  then: () => void,
  {
    text = '',
    words = [],
    next,
  }: Partial<Pick<Parameters<typeof typeAt>[0], 'text' | 'next'>> & { words?: readonly string[] } = {},
) => {
  let isSeen = false
  const call = [process.execPath, PACKAGE, 'auto', '--to', '1', ...words].map((word) => `'${word}'`).join(' ')
  return typeAt({
    cwd: project.root,
    env: { ...environmentOf(project.home, env), TERM: 'xterm' },
    argv: ['exec', 'sh', '-c', `stty cols ${COLUMNS} rows 20; exec ${call}`],
    text,
    until: 'at work',
    ...(next === undefined ? {} : { next }),
    seen: (shown) => {
      if (isSeen || !shown.includes('at work')) return
      isSeen = true
      then()
    },
  })
}

const release = ({ folder }: Ground) => writeFileSync(join(folder, 'seen'), '')
/** Whatever hides the cursor, or changes how the terminal works. */
const MODES = /\u001b\[\?|\u001b[78=>c]/

const it = itWhere(hasTerminal())

it('draws the budget and the session with its last line, cleaned and cut, and takes the picture away at the end', async () => {
  const ground = await steered('steer')
  const { shown, exit } = await watched(ground, () => release(ground))
  expect(exit, shown).toBe(0)
  expect(shown).not.toMatch(MODES)
  const moment = drawn(shown.slice(0, shown.indexOf('\u001b', shown.indexOf('at work'))), COLUMNS)
  const [budget, session, line] = moment.slice(-3)
  expect(budget).toMatch(/^Claude Code · 1 of 50 sessions · 0 of 480 min · /)
  expect(session).toMatch(/^1\. execute-plan 01-01 .*\d:\d\d$/)
  expect(line).toMatch(/^ {3}at work \\u001b\[2J\\u001b\[9A\\u0007 日+…$/)
  const after = drawn(shown, COLUMNS)
  expect(after.join('\n')).not.toContain('at work')
  expect(after.join('\n')).not.toContain(' of 50 sessions')
  expect(after.filter((each) => / {4}?done after \d+ s$/.test(each))).toHaveLength(2)
  expect(after.join('\n')).toContain('Done: phase 01 is done')
})

it('a window that becomes narrower while it runs keeps what was said, and no piece of the picture', async () => {
  const ground = await steered()
  const { project, env } = ground
  const narrow = `(while ! grep -q '^' '${ground.folder}/pid' 2>/dev/null; do sleep 0.1; done; sleep 1.5; stty cols 40 </dev/tty; sleep 1.5; touch '${ground.folder}/seen') &`
  const { shown, exit } = await typeAt({
    cwd: project.root,
    env: { ...environmentOf(project.home, env), TERM: 'xterm' },
    argv: [
      'exec',
      'sh',
      '-c',
      `stty cols ${COLUMNS} rows 20; ${narrow} exec '${process.execPath}' '${PACKAGE}' auto --to 1 --max-sessions 1`,
    ],
    text: '',
    until: 'never said',
  })
  expect(exit, shown).toBe(5)
  const widths = [...shown.matchAll(/ {3}at work [^\r\n]*/g)].map(([line]) =>
    [...line].reduce((sum, char) => sum + (char >= '\u1100' ? 2 : 1), 0),
  )
  expect(Math.max(...widths)).toBeGreaterThan(40)
  expect(widths.at(-1)).toBeLessThanOrEqual(40)
})

it('ended by an interrupt, twice, it leaves the terminal as it was', async () => {
  const ground = await steered()
  const { shown, exit } = await watched(ground, () => undefined, {
    text: '\u0003',
    next: { text: '\u0003', until: 'once more ends it now' },
  })
  expect(exit, shown).toBe(130)
  expect(shown).not.toMatch(MODES)
  expect(shown).toContain('It ends after the present session; once more ends it now.')
  const last = drawn(shown.replaceAll('^C', ''), COLUMNS)
  expect(last.join('\n')).not.toContain('at work \\u001b[2J\\u001b[9A\\u0007 日日日日日日日日日日日日日…')
  expect(last.join('\n')).toContain('Stopped as asked')
})

it('with --quiet or --json nothing is drawn', async () => {
  const ground = await autoGround({ '01': {} }, ['show', 'show'])
  release(ground)
  const { shown } = await watched(ground, () => undefined, { words: ['--quiet', '--max-sessions', '1'] })
  expect(shown).not.toContain('\u001b')
  const told = await watched(ground, () => undefined, { words: ['--json', '--max-sessions', '1'] })
  expect(told.shown).not.toContain('\u001b')
  expect(
    told.shown
      .trim()
      .split(/\r?\n/)
      .map((line) => JSON.parse(line).event),
  ).toContain('session')
})
