// The draft of a session that does no more than its brief shows: the printed form, filled in line by line.
const FENCE = /## Form\n`{4}markdown\n([\s\S]*?)\n`{4}/

/** Texts for the placeholders of a form, by the beginning of each placeholder. */
const fillingsFor = (text) => {
  const number = Number(/^- Phase: (\d+)/m.exec(text)?.[1])
  const part = `part-0${number}`
  const criteria = [...text.matchAll(/\((\d+)\) “/g)].map(([, key]) => key)
  const truths = [...text.matchAll(/^- (\d+\.\d+): “/gm)].map(([, key]) => key)
  return {
    'ids this plan serves': /^- Requirements: (.*)$/m.exec(text)?.[1].split(', ').join('", "'),
    'every path its tasks change': `${part}.js", "${part}.test.sh`,
    'command, run without a shell': `sh ${part}.test.sh`,
    'what can be observed': `part ${number} counts the words of a text`,
    'What this plan achieves': `Part ${number} counts.`,
    'What to do: names': `${part}.js exports a function that counts words, ${part}.test.sh tries it`,
    'command that fails until': `sh ${part}.test.sh`,
    'One sentence: what works now': `Part ${number} counts words`,
    'yes or no, and in one sentence': `yes. Part ${number} counts words.`,
    'holds, fails or person': 'holds',
    'what you did, not the tests': 'counted "a b c" → 3',
    'what you did in an awkward way': 'counted a text of blanks → 1',
    'what you broke on purpose': `${part}.js without its split → counts`,
    1: [...criteria, ...truths].join(', '),
  }
}

const PLACEHOLDER = /\[([^[\]]{4,})\]/g

/** Fills in the form of a brief. Leaves out lines with a placeholder that has no text, and empty sections. */
export function filledForm(text) {
  const fillings = fillingsFor(text)
  const keyFor = (placeholder) => Object.keys(fillings).find((start) => placeholder.startsWith(start))
  const lines = FENCE.exec(text)[1].split('\n')
  const kept = lines
    .filter((line) => [...line.matchAll(PLACEHOLDER)].every(([, text]) => keyFor(text) !== undefined))
    .map((line) =>
      line.replace(/^- \*\*1:/, `- **${fillings[1]}:`).replace(PLACEHOLDER, (_, text) => fillings[keyFor(text)]),
    )
  const isHead = (line) => line.startsWith('## ')
  const isEmpty = (at) => {
    const next = kept.slice(at + 1).find((line) => line !== '')
    return next === undefined || isHead(next)
  }
  return `${kept.filter((line, at) => !isHead(line) || !isEmpty(at)).join('\n')}\n`
}
