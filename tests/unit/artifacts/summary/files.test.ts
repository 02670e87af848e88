// Which files a summary names: paths wherever they stand, and any name that an item or a row begins with.
import { expect, it } from 'vitest'
import { summary } from '../../../../lib/artifacts/summary/summary.js'
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
  expect([...filesIn(section)].sort()).toEqual([...expected].sort())
})
