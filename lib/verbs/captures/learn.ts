// learn add: writes one lesson as a file that later phases find.
import { oneLine } from '../../artifacts/parts/draft.js'
import { learningPath } from '../../core/brief/learned.js'
import { firstLineOf, secretRefusal, titleOf } from '../../core/captures/kept-words.js'
import { arg, verb } from '../../core/verb.js'
import { usageError } from '../../errors.js'
import { renderFrontMatter } from '../../markdown/frontmatter-edit.js'
import { orNull, record, text } from '../../std/shape.js'
import { slugOf } from '../../std/slug.js'

export const learnAdd = verb('learn.add', {
  about: 'Save a lesson for later phases; text that contains secrets is refused',
  args: {
    text: arg.text('The lesson, and when it applies', { required: true }),
    category: arg.text('Category, e.g. decision, pattern, pitfall', { required: true }),
    source: arg.text('Source, such as a phase or plan'),
    confidence: arg.choice(['low', 'medium', 'high'], 'Confidence; default: medium'),
  },
  result: record({ id: orNull(text('null if refused')), path: orNull(text('Relative to the project root')) }),
  reads: ['learning'],
  writes: ['learning'],
  run({ view }, { text: learned, category, source, confidence }) {
    const nothing = { id: null, path: null }
    const body = learned.trim()
    const categorySlug = slugOf(category, 40)
    const empty = usageError('text and category must not be empty', 'add --text "<lesson>" --category pitfall')
    if (body === '' || categorySlug === '') return { result: nothing, error: empty }
    const error = secretRefusal(`${body}\n${source ?? ''}\n${category}`)
    if (error !== null) return { result: nothing, error }
    // The id is derived from the content, so that two branches with the same lesson write the same file.
    const id = `${slugOf(firstLineOf(body), 40) || categorySlug}-${view.digest(`${categorySlug}\0${body}`).slice(0, 8)}`
    const path = learningPath(id)
    if (view.source(path) !== null) return { result: { id, path } }
    const front = renderFrontMatter({
      category: categorySlug,
      confidence: confidence ?? 'medium',
      source: source === undefined ? 'session' : oneLine(source),
      last_used: '',
      superseded_by: '',
    })
    return { result: { id, path }, edits: [{ kind: 'text', path, text: `${front}\n# ${titleOf(body)}\n\n${body}\n` }] }
  },
})
