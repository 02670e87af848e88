// Features of spec-kit: the folder of a feature is a phase.
import type { Entry, Format, OutsidePhase, Reading } from './outside.js'
import {
  allDone,
  behind,
  firstText,
  folderOf,
  headings,
  isBelow,
  isItem,
  named,
  placeOf,
  plain,
  said,
  taskOf,
} from './reading.js'

const startsWithId = (entry: Entry, prefix: string): boolean => {
  const { name } = named(entry.text)
  return isItem(entry) && name.toUpperCase().startsWith(prefix) && !name.includes(' ')
}

function phaseOf(reading: Reading, spec: readonly Entry[], tasks: readonly Entry[], folder: string): OutsidePhase {
  const top = headings(spec, 1)[0]
  const title = top === undefined ? folder : plain(reading.take(top))
  const boxes = tasks.filter(({ box }) => box !== null).map((entry) => taskOf(reading, entry))
  const stories = headings(spec).filter(({ text }) => behind(plain(text), 'user story') !== null)
  const story = stories[0]
  const goal = story === undefined ? null : firstText(spec.slice(spec.indexOf(story)))
  return {
    title: behind(title, 'feature specification:', 'feature specification -', 'feature specification') || title,
    goal: goal === null ? null : plain(reading.take(goal)),
    done: allDone(boxes),
    requirements: spec
      .filter((entry) => startsWithId(entry, 'FR-'))
      .map((entry) => {
        const { name, rest } = named(reading.take(entry))
        return { id: name, text: rest, category: folder, done: false, at: placeOf(entry) }
      }),
    criteria: spec
      .filter((entry) => startsWithId(entry, 'SC-') || (isItem(entry) && isBelow(entry, 'user story')))
      .map((entry) => said(reading, entry)),
    tasks: [...stories.map((entry) => ({ ...said(reading, entry), done: false })), ...boxes],
    at: placeOf(spec[0] as Entry),
  }
}

export const specKit: Format = {
  about: 'Features of spec-kit',
  holds: (path) => path.endsWith('.md'),
  read(reading) {
    const specs = [...reading.files].filter(
      ([path, entries]) => (path === 'spec.md' || path.endsWith('/spec.md')) && entries.length > 0,
    )
    return {
      title: null,
      what: null,
      works: [],
      constraints: [],
      decisions: [...reading.files]
        .filter(([path]) => path.endsWith('research.md'))
        .flatMap(([, entries]) => entries)
        .filter((entry) => isItem(entry) && named(entry.text).name.toLowerCase() === 'decision')
        .map((entry) => {
          const { text, at } = said(reading, entry)
          return { text: named(text).rest, at }
        }),
      phases: specs.map(([path, spec]) =>
        phaseOf(reading, spec, reading.files.get(path.replace(/spec\.md$/, 'tasks.md')) ?? [], folderOf(path)),
      ),
      requirements: [],
    }
  },
}
