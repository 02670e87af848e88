// current-timestamp, generate-slug and websearch: helpers that our prompts do without.
import { bool, orNull, record, text } from '../std/shape.js'
import { slugOf } from '../std/text.js'
import { unknownShape } from '../verbs/findings.js'
import { arg, query } from '../verbs/verb.js'

const FORMS = ['full', 'date', 'filename'] as const

export const currentTimestamp = query('current-timestamp', {
  about: 'The present moment, the local day, or a moment for file names',
  args: { form: arg.choice(FORMS, 'full if left out', { positional: true }) },
  result: record({ timestamp: text() }),
  reads: [],
  needsProject: false,
  run({ form = 'full' }, { clock }) {
    const full = new Date(clock.now()).toISOString()
    const timestamp = {
      full,
      date: clock.today(),
      filename: full.replace(/\.\d+Z$/, '').replaceAll(':', '-'),
    }[form]
    return { result: { timestamp: timestamp as string } }
  },
})

export const generateSlug = query('generate-slug', {
  about: 'The form of a title that names files and branches',
  args: { text: arg.word('The title') },
  result: record({ slug: orNull(text()), unknown: unknownShape }),
  reads: [],
  needsProject: false,
  run({ text: title }) {
    const slug = slugOf(title)
    if (slug !== '') return { result: { slug, unknown: [] } }
    const reason = 'the text has no letter from a to z and no digit'
    return { result: { slug: null, unknown: [{ path: 'slug', code: 'NO_CHARACTERS', reason }] } }
  },
})

export const websearch = query('websearch', {
  about: 'Answers that searching the web is the tool of the client',
  args: {
    query: arg.word('What to look for'),
    limit: arg.int('No effect'),
    freshness: arg.choice(['day', 'week', 'month'], 'No effect'),
  },
  result: record({ available: bool(), reason: text() }),
  reads: [],
  needsProject: false,
  run: () => ({ result: { available: false, reason: 'host_tool' }, exit: 1 }),
})
