// What a session hands in when it does no more than its brief shows: the form it printed, filled in line by line.
const FENCE = /## Form\n`{4}markdown\n([\s\S]*?)\n`{4}/

/** The words for a place of the form, by how its bracket begins. Lines with other brackets are left out, as are headings without a line. */
const wordsFor = (text) => {
  const number = Number(/^- Phase: (\d+)/m.exec(text)?.[1])
  const part = `part-0${number}`
  const criteria = [...text.matchAll(/\((\d+)\) “/g)].map(([, key]) => key)
  const truths = [...text.matchAll(/^- (\d+\.\d+): “/gm)].map(([, key]) => key)
  return {
    'ids this plan serves': /^- Requirements: (.*)$/m.exec(text)?.[1].split(', ').join('", "'),
    'every path its tasks change': `${part}.js", "${part}.test.sh`,
    'command that proves': `sh ${part}.test.sh`,
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

const PLACE = /\[([^[\]]{4,})\]/g

export function formIn(text) {
  const words = wordsFor(text)
  const wordFor = (said) => Object.keys(words).find((start) => said.startsWith(start))
  const lines = FENCE.exec(text)[1].split('\n')
  const kept = lines
    .filter((line) => [...line.matchAll(PLACE)].every(([, said]) => wordFor(said) !== undefined))
    .map((line) => line.replace(/^- \*\*1:/, `- **${words[1]}:`).replace(PLACE, (_, said) => words[wordFor(said)]))
  const isHead = (line) => line.startsWith('## ')
  const isEmpty = (at) => {
    const next = kept.slice(at + 1).find((line) => line !== '')
    return next === undefined || isHead(next)
  }
  return `${kept.filter((line, at) => !isHead(line) || !isEmpty(at)).join('\n')}\n`
}
