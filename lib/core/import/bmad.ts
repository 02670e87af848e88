// Epics and stories of BMAD: an epic is a phase, a story a requirement of it.
import type { Entry, Format, OutsidePhase, Reading } from './outside.js'
import * as read from './reading.js'

const NUMBER = /^\d+(?:\.\d+)?/

/** `Story 1.2: Title`, `Epic 1: Title`: number and title. */
function numbered(text: string, word: string): { readonly number: string; readonly title: string } | null {
  const rest = read.behind(read.plain(text), word)
  const number = rest === null ? undefined : NUMBER.exec(rest)?.[0]
  if (rest === null || number === undefined) return null
  return { number, title: read.named(`x: ${rest.slice(number.length).replace(/^[\s:–—-]+/, '')}`).rest }
}

/** Numbers of stories that a file of their own, or the list of the sprint, calls done. */
function finished(reading: Reading): ReadonlySet<string> {
  const done = new Set<string>()
  for (const [path, entries] of reading.files)
    for (const entry of entries)
      if (path.endsWith('.yaml') || path.endsWith('.yml')) {
        const found = /^(\d+)-(\d+)-[\w-]+:\s*done\b/.exec(entry.text)
        if (found !== null) done.add(`${found[1]}.${found[2]}`)
        if (found !== null) reading.take(entry)
      } else {
        const story = read.headings(entries, 1).map(({ text }) => numbered(text, 'story'))[0]
        if (story == null || entry.kind === 'heading') continue
        const status =
          read.behind(read.plain(entry.text), 'status:') ??
          (read.isBelow(entry, 'status') ? read.plain(entry.text) : '')
        if (/^done\b/i.test(status)) done.add(story.number)
        if (/^done\b/i.test(status)) reading.take(entry)
      }
  return done
}

function phaseOf(reading: Reading, entries: readonly Entry[], epic: Entry, done: ReadonlySet<string>): OutsidePhase {
  const inside = read.below(entries, epic)
  const goal = read.firstText(
    inside.slice(
      0,
      Math.max(
        0,
        inside.findIndex(({ kind }) => kind === 'heading'),
      ),
    ),
  )
  const stories = read.headings(inside).flatMap((entry) => {
    const story = numbered(entry.text, 'story')
    return story === null ? [] : [{ entry, story }]
  })
  const title = numbered(reading.take(epic), 'epic')?.title ?? ''
  const requirements = stories.map(({ entry, story }) => {
    reading.take(entry)
    const own = read.below(inside, entry).filter(({ kind }) => kind === 'text')
    const words = own
      .filter(({ text }) => read.behind(read.plain(text), 'as a') !== null)
      .map((part) => read.plain(reading.take(part)))
    return {
      id: `STORY-${story.number.replace('.', '-')}`,
      text: [story.title, ...words].join(': '),
      category: title,
      done: done.has(story.number),
      at: read.placeOf(entry),
    }
  })
  const isCriterion = (entry: Entry): boolean =>
    read.isItem(entry) ? entry.box === null : read.behind(read.plain(entry.text), 'given') !== null
  const ofStories = stories.flatMap(({ entry }) => read.below(inside, entry))
  return {
    title,
    goal: goal === null ? null : read.plain(reading.take(goal)),
    done: requirements.length > 0 && requirements.every((one) => one.done),
    requirements,
    criteria: ofStories
      .filter((entry) => entry.kind !== 'heading' && isCriterion(entry))
      .map((entry) => read.said(reading, entry)),
    tasks: ofStories.filter(({ box }) => box !== null).map((entry) => read.taskOf(reading, entry)),
    at: read.placeOf(epic),
  }
}

export const bmad: Format = {
  about: 'Epics and stories of BMAD',
  holds: (path) => /\.(?:md|ya?ml)$/.test(path),
  read(reading) {
    const done = finished(reading)
    return {
      title: null,
      what: null,
      works: [],
      constraints: [],
      decisions: [],
      // The list of epics at the front names them too; the ones with stories below them are meant.
      phases: read
        .filesNamed(reading, (path) => path.endsWith('.md'))
        .flatMap((entries) =>
          read
            .headings(entries)
            .filter(({ text }) => numbered(text, 'epic') !== null)
            .filter((epic) =>
              read
                .below(entries, epic)
                .some(({ text, kind }) => kind === 'heading' && numbered(text, 'story') !== null),
            )
            .map((epic) => phaseOf(reading, entries, epic, done)),
        ),
      requirements: [],
    }
  },
}
