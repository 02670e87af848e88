// Which files a summary names: paths wherever they stand, and any name that an item or a row begins with.
import { expect, it } from 'vitest'
import { type SummaryValue, summary } from '../../../../lib/artifacts/summary/summary.js'
import { sourceFrom } from '../../../support/sources.js'

const filesIn = (section: string) =>
  summary.parse(sourceFrom(`# Summary\n\n## Files Created/Modified\n\n${section}\n`)).value.files

it.each([
  ['- `src/a.ts` - reads\n- `README.md`', ['src/a.ts', 'README.md']],
  ['- `.gitignore` - what is built\n- `Makefile`\n- **`LICENSE`**', ['.gitignore', 'Makefile', 'LICENSE']],
  ['1. `Dockerfile`: runs `npm start`', ['Dockerfile']],
  ['| file | for |\n|---|---|\n| `.editorconfig` | `indent_style` |', ['.editorconfig']],
  ['- `src/a.ts`: `parse` is faster, no `TODO` is left', ['src/a.ts']],
  ['The `parser` lies in `lib/parse.ts`.', ['lib/parse.ts']],
])('%j names %j', (section, expected) => {
  expect(filesIn(section)).toEqual(expected)
})

it('whatever git calls a file reads back as it was written, and where it stood', () => {
  const files = [
    '.gitignore',
    'Makefile',
    'README.md',
    'my notes.md',
    'read me',
    'src/a b/c.ts',
    'größe.md',
    'x.longending',
  ]
  const { text } = summary.render({ ...(summary.empty as SummaryValue), title: 'Phase 1, plan 01', files }) as {
    text: string
  }
  expect(summary.parse(sourceFrom(text)).value.files).toEqual(files)
})
