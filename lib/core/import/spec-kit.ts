// Features of spec-kit: the folder of a feature is a phase.
import type { Entry, Format, OutsidePhase, Reading } from './outside.js'
import * as read from './reading.js'

const startsWithId = (entry: Entry, prefix: string): boolean => {
  const { name } = read.named(entry.text)
  return read.isItem(entry) && name.toUpperCase().startsWith(prefix) && !name.includes(' ')
}

function phaseOf(reading: Reading, spec: readonly Entry[], tasks: readonly Entry[], folder: string): OutsidePhase {
  const top = read.headings(spec, 1)[0]
  const title = top === undefined ? folder : read.plain(reading.take(top))
  const boxes = tasks.filter(({ box }) => box !== null).map((entry) => read.taskOf(reading, entry))
  const stories = read.headings(spec).filter(({ text }) => read.behind(read.plain(text), 'user story') !== null)
  const story = stories[0]
  const goal = story === undefined ? null : read.firstText(spec.slice(spec.indexOf(story)))
  return {
    title: read.behind(title, 'feature specification:', 'feature specification -', 'feature specification') || title,
    goal: goal === null ? null : read.plain(reading.take(goal)),
    done: read.allDone(boxes),
    requirements: spec
      .filter((entry) => startsWithId(entry, 'FR-'))
      .map((entry) => {
        const { name, rest } = read.named(reading.take(entry))
        return { id: name, text: rest, category: folder, done: false, at: read.placeOf(entry) }
      }),
    criteria: spec
      .filter((entry) => startsWithId(entry, 'SC-') || (read.isItem(entry) && read.isBelow(entry, 'user story')))
      .map((entry) => read.said(reading, entry)),
    tasks: [...stories.map((entry) => ({ ...read.said(reading, entry), done: false })), ...boxes],
    at: read.placeOf(spec[0] as Entry),
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
        .filter((entry) => read.isItem(entry) && read.named(entry.text).name.toLowerCase() === 'decision')
        .map((entry) => {
          const { text, at } = read.said(reading, entry)
          return { text: read.named(text).rest, at }
        }),
      phases: specs.map(([path, spec]) =>
        phaseOf(reading, spec, reading.files.get(path.replace(/spec\.md$/, 'tasks.md')) ?? [], read.folderOf(path)),
      ),
      requirements: [],
    }
  },
}
