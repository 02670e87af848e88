// Texts that are hard for a scanner of Markdown. Tests demand linear time for them; the bench compares them with prose.

/** Characters of most texts: enough to expose a quadratic scanner, few enough for every run. */
export const LENGTH = 1 << 19

const fill = (part: string, length = LENGTH) => part.repeat(Math.ceil(length / part.length)).slice(0, length)
const runs = (count: number, part: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => part(i)).join('')

/** Worst cases that give few spans, so that scanning dominates their time. */
export const WORST: Readonly<Record<string, string>> = {
  'blank lines': fill('\n'),
  'blank lines, CRLF': fill('\r\n'),
  'blank lines with blanks': fill('    \n'),
  'an unclosed fence': `\`\`\`\n${fill('text in it\n')}`,
  'lists nested on one line': `${fill('* ')}a`,
  'ordered lists nested on one line': fill('1. '),
  'lists nested by indentation': runs(1440, (depth) => `${' '.repeat(depth)}- a\n`),
  'almost a rule': `${fill('- ')}a`,
  pipes: fill('|'),
  'lines that might head a table': fill('| a | b | c | d | e | f | g | h | i | j |\n'),
  backticks: fill('`'),
  'runs of backticks, all different': runs(1440, (length) => `${'`'.repeat(length + 1)} `),
  '<': fill('<'),
  'tags nobody closes': fill('<a '),
  'comments nobody closes': fill('<!-- '),
  'quotes in a tag nobody closes': fill('<a "'),
  'block quotes': fill('> '),
  hashes: fill('#'),
  stars: fill('*'),
  colons: fill('a: '),
  backslashes: fill('\\<'),
  tabs: fill('\t'),
}

/** Texts that consist of spans or very short lines. Writing the result dominates their time, so only its growth is limited. */
export const DENSE: Readonly<Record<string, (length: number) => string>> = {
  items: (length) => fill('- a\n', length),
  'empty items': (length) => fill('-\n', length),
  'items of three levels': (length) => fill('- a\n  - b\n    - c\n', length),
  'lazy lines below deep items': (length) => `${'- '.repeat(60)}a\n${fill('b\n', length)}`,
  'rows of a table': (length) => `|a|b|\n|-|-|\n${fill('|a|b|\n', length)}`,
  'one row of many cells': (length) => `${'|a'.repeat(length / 4)}\n${'|-'.repeat(length / 4)}`,
  'headers without a table': (length) => fill('|-\n', length),
  tags: (length) => fill('<a>', length),
  'tags of many names': (length) => runs(length / 8, (index) => `<a${index % 97}>\n`),
  'closing tags': (length) => fill('</a>', length),
  comments: (length) => fill('<!---->', length),
  'comments in paragraphs, never closed': (length) => fill('a <!-- b\n\n', length),
  'comments on one line, closed far below': (length) => `${fill('a <!-- ', length)}\n\n-->`,
  'comments on many lines, closed after a blank one': (length) => `${fill('a <!-- b\n', length)}\n\n-->`,
  'runs of backticks': (length) => `<${runs(Math.sqrt(length * 2) - 1, (run) => `${'`'.repeat(run + 1)} `)}`,
  labels: (length) => fill('a: b\n', length),
  'bold labels': (length) => fill('**a**: b\n', length),
  headings: (length) => fill('#\n', length),
  'underlined headings': (length) => fill('a\n-\n', length),
  fences: (length) => fill('```\n', length),
  'shorter fences in one nobody closes': (length) => `\`\`\`\`\n${fill('```\n', length)}`,
  'fences in items': (length) => fill('- ```\n', length),
  rules: (length) => fill('***\n', length),
  'short lines, lone CR': (length) => fill('a\r', length),
}
