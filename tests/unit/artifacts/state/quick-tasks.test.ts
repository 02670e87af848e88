import { describe, expect, it } from 'vitest'
import { Doc } from '../../../../lib/artifacts/doc.js'
import { addQuickTask, type QuickTask, removeQuickTasks } from '../../../../lib/artifacts/state/quick-tasks.js'
import { state } from '../../../../lib/artifacts/state/state-codec.js'
import { freshState } from '../../../../lib/artifacts/state/state-fresh.js'
import { sourceFrom } from '../../../support/sources.js'

const TASK: QuickTask = {
  number: '260105-k3f',
  description: 'Mend the a | b case',
  date: '2026-01-05',
  commit: '1f2e3d4',
  status: 'Done',
  directory: '[260105-k3f-mend](./quick/260105-k3f-mend/)',
}
const ROW =
  '| 260105-k3f | Mend the a \\| b case | 2026-01-05 | 1f2e3d4 | Done | [260105-k3f-mend](./quick/260105-k3f-mend/) |'
const TABLE = `| # | Description | Date | Commit | Status | Directory |
| --- | ----------- | ---- | ------ | ------ | --------- |
${ROW}
`

const edited = (text: string, edit: (doc: Doc) => void) => {
  const doc = new Doc(sourceFrom(text))
  edit(doc)
  return doc.finish()
}

const written = (text: string): string => {
  const rendered = edited(text, (doc) => addQuickTask(doc, TASK))
  if ('refused' in rendered) throw new Error(rendered.refused.message)
  return rendered.text
}

describe('a finished quick task', () => {
  it('makes the table in a STATE.md that has none, where the memory of the project is', () => {
    const text = written(freshState())
    expect(text).toContain(`\n\n### Quick Tasks Completed\n\n${TABLE}\n## Session Continuity\n`)
    expect(state.parse(sourceFrom(text)).value).toEqual(state.parse(sourceFrom(freshState())).value)
  })

  it.each([
    [
      'in front of the closing line',
      '# State\n\nPhase: 1\n\n---\n*Updated*\n',
      `# State\n\nPhase: 1\n\n## Quick Tasks Completed\n\n${TABLE}\n---\n*Updated*\n`,
    ],
    ['at the end', '# State\n\nPhase: 1', `# State\n\nPhase: 1\n\n## Quick Tasks Completed\n\n${TABLE}`],
    [
      'under a heading that waits for it',
      '# State\n\n### Quick Tasks Completed\n\n## Session\n',
      `# State\n\n### Quick Tasks Completed\n\n${TABLE}\n## Session\n`,
    ],
  ])('gets a table %s', (_, before, wanted) => expect(written(before)).toBe(wanted))

  it('gets a row in the columns and the line ends that are there', () => {
    const before =
      '# State\r\n\r\n## Quick Tasks Completed\r\n\r\n| # | Description | Date | Commit | Directory |\r\n|---|---|---|---|---|\r\n| 1 | Old | d | c | x |\r\n\r\n## Session\r\n'
    expect(written(before)).toBe(
      before.replace(
        '| x |\r\n',
        '| x |\r\n| 260105-k3f | Mend the a \\| b case | 2026-01-05 | 1f2e3d4 | [260105-k3f-mend](./quick/260105-k3f-mend/) |\r\n',
      ),
    )
  })

  it('has one row, however often it is written', () => expect(written(written('# State\n'))).toBe(written('# State\n')))

  it('is not put into a table that counts otherwise', () => {
    const text = '# State\n\n### Quick Tasks Completed\n\n| Task | When |\n|---|---|\n'
    expect(edited(text, (doc) => addQuickTask(doc, TASK))).toHaveProperty('refused')
  })

  it('loses its row where it is over, and lines of others stay', () => {
    const others = `${TABLE}| 7 | Ours by hand | 2026-01-01 | – | Done | [7](./quick/7-other/) |\n`
    const text = `# State\n\n## Quick Tasks Completed\n\n${others}\nA note.\n`
    const isOver = (task: string) => task === '260105-k3f-mend'
    expect(edited(text, (doc) => removeQuickTasks(doc, isOver))).toEqual({ text: text.replace(`${ROW}\n`, '') })
  })
})
