// Generates difficult Markdown documents from a seed: constructs of planning files, nested, mixed, truncated and half finished.
import { type Random, randomOf } from './random.js'

const WORDS = [
  'Phase',
  'alpha',
  'béta',
  '日本',
  '😀',
  'x',
  'to do',
  'a_b',
  '—',
  '\u2028',
  '0',
  'e\u0301',
  'None',
  'v1.0',
]
const INLINE = [
  '`code`',
  '``a ` b``',
  '`',
  '``',
  '**bold**',
  '**Goal**: x',
  '**Goal:** x',
  '**Goal** : x',
  '**Success Criteria** (what must be TRUE):',
  'Status: done',
  'http://a.b/c: d',
  'Key : value',
  '**',
  '*',
  '<!-- note -->',
  '<!--',
  '-->',
  '<!-->',
  '<!--->',
  '<task type="auto">',
  '<task type=\'a>b\' n="1"/>',
  '</task>',
  '</ task >',
  '</task >',
  '<name>',
  '</name>',
  '<details><summary>',
  '<',
  '< a',
  '<a',
  '<a "',
  '<https://a.b>',
  '\\<a>',
  '\\|',
  '\\\\|',
  '\\',
  '|',
  ' | ',
  '#',
  ':',
  '[ ]',
  '[x]',
  '\t',
  '\0',
  '\ufeff',
]
const STARTS = [
  '',
  '',
  '',
  '# ',
  '## ',
  '###### ',
  '####### ',
  '#',
  '#\t',
  '- ',
  '* ',
  '+ ',
  '- [ ] ',
  '- [x] ',
  '- [X]',
  '1. ',
  '2) ',
  '10. ',
  '1234567890. ',
  '> ',
  '>',
  '- - ',
  '- 1. ',
  '-\t',
  '-     ',
  '| ',
  '|',
  '**Goal**: ',
  'Status: ',
  '<!-- ',
  '<task type="auto">',
  '<tasks>',
  '</tasks>',
  '<action>',
  '</action>',
]
const WHOLE = [
  '',
  '',
  '',
  '---',
  '----',
  '***',
  '* * *',
  '- - -',
  '===',
  '=',
  '-',
  '--- ',
  '```',
  '```ts',
  '```` md',
  '````',
  '``` a`b',
  '~~~',
  '~~~ `a`',
  '~~~~',
  '| a | b |',
  '|---|---|',
  '| - |',
  ':--|:-:',
  'a | b',
  '| 1 | 2 \\| 3 | `x|y` |',
  '|',
  '||',
  '-->',
  '<!--',
  '<!-- one -->',
  '<task type="auto">',
  '</task>',
  '- ',
  '1.',
  '## Known Issues',
  'Pending actions:',
  '### Phase 2.1: Title (INSERTED)',
  '- [ ] **AUTH-01**: text',
  '# ',
  '## a ##',
  '## a \\##',
]
const INDENTS = ['', '', '', '', ' ', '  ', '  ', '   ', '    ', '     ', '      ', '\t', ' \t', '  \t', '\t\t']
const ENDS = ['\n', '\n', '\n', '\n', '\n', '\n', '\r\n', '\r']
const TOPS = ['', '', '', '---\n', '---\na: 1\n---\n', '---\r\na: 1\r\n--- \r\n', '----\n', '--- \n', '---']

function lineOf(random: Random): string {
  const indent = random.pick(INDENTS)
  if (random.below(5) < 2) return indent + random.pick(WHOLE)
  let line = indent + random.pick(STARTS)
  for (let left = random.below(5); left > 0; left--)
    line += random.pick(random.below(3) === 0 ? INLINE : WORDS) + (random.below(4) === 0 ? '' : ' ')
  return line + (random.below(8) === 0 ? '  ' : '')
}

/** The document of `seed`: 0 to about 40 lines, one or mixed line endings, sometimes a BOM, front matter, or a truncated end. */
export function documentOf(seed: number): string {
  const random = randomOf(seed)
  let text = random.below(12) === 0 ? '\ufeff' : ''
  text += random.pick(TOPS)
  const end = random.pick(ENDS)
  const mixed = random.below(6) === 0
  for (let left = random.below(40); left > 0; left--) text += lineOf(random) + (mixed ? random.pick(ENDS) : end)
  return random.below(4) === 0 ? text.slice(0, random.below(text.length + 1)) : text
}
