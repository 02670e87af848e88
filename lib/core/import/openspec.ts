// Changes and specifications of OpenSpec: each change is a phase, what the specifications say is there already.
import { slugOf } from '../../std/text.js'
import type { Entry, Format, OutsidePhase, OutsideRequirement, Reading } from './outside.js'
import * as read from './reading.js'

/** `openspec/changes/<change>/…`, `…/changes/archive/<change>/…`. */
function changeOf(path: string): { readonly change: string; readonly archived: boolean } | null {
  const names = path.split('/')
  const at = names.lastIndexOf('changes') + 1
  if (at === 0) return null
  const archived = names[at] === 'archive'
  const change = names[archived ? at + 1 : at]
  return change === undefined || change.includes('.') ? null : { change, archived }
}

const requirementHeadings = (entries: readonly Entry[]): readonly (readonly [Entry, string])[] =>
  read.headings(entries).flatMap((heading) => {
    const title = read.behind(read.plain(heading.text), 'requirement:')
    return title === null ? [] : [[heading, title] as const]
  })

/** The rule below the heading, else its title. A part that takes requirements away asks for nothing new. */
function requirements(
  reading: Reading,
  entries: readonly Entry[],
  category: string,
  done: boolean,
): readonly OutsideRequirement[] {
  return requirementHeadings(entries)
    .filter(([heading]) => !read.isBelow(heading, 'removed', 'renamed'))
    .map(([heading, title]) => {
      reading.take(heading)
      const rule = read.firstText(
        read.below(entries, heading).filter(({ above }) => above.length === heading.above.length + 1),
      )
      const text = rule === null ? title : `${title}: ${read.plain(reading.take(rule))}`
      return { id: null, text, category, done, at: read.placeOf(heading) }
    })
}

/** A scenario with its steps in one line. */
function scenarios(reading: Reading, entries: readonly Entry[]): OutsidePhase['criteria'] {
  return read.headings(entries).flatMap((heading) => {
    const title = read.behind(read.plain(heading.text), 'scenario:')
    if (title === null || read.isBelow(heading, 'removed')) return []
    reading.take(heading)
    const steps = read.below(entries, heading).map((entry) => read.plain(reading.take(entry)))
    return [{ text: [title, ...(steps.length === 0 ? [] : [steps.join(', ')])].join(': '), at: read.placeOf(heading) }]
  })
}

function phaseOf(reading: Reading, change: string, archived: boolean, paths: readonly string[]): OutsidePhase {
  const entriesOf = (path: string) => reading.files.get(path) ?? []
  const named = (name: string) => paths.filter((path) => path.endsWith(`/${name}`)).flatMap(entriesOf)
  const specs = paths.filter((path) => path.endsWith('/spec.md'))
  const proposal = named('proposal.md')
  const why = read.headings(proposal).find(({ text }) => read.plain(text).toLowerCase() === 'why')
  const goal = why === undefined ? null : read.firstText(read.below(proposal, why))
  const tasks = named('tasks.md')
    .filter(read.isItem)
    .map((entry) => read.taskOf(reading, entry))
  return {
    title: change,
    goal: goal === null ? null : read.plain(reading.take(goal)),
    done: archived || read.allDone(tasks),
    requirements: specs.flatMap((path) => requirements(reading, entriesOf(path), read.folderOf(path), archived)),
    criteria: specs.flatMap((path) => scenarios(reading, entriesOf(path))),
    tasks,
    at: { path: paths[0] as string, line: 1 },
  }
}

export const openspec: Format = {
  about: 'Changes and specifications of OpenSpec',
  holds: (path) => path.endsWith('.md') && !path.endsWith('AGENTS.md'),
  specs: (files) =>
    files
      .filter((path) => path.endsWith('/spec.md') && changeOf(path) === null)
      .map((from) => ({ from, capability: slugOf(read.folderOf(from)) }))
      .filter(({ capability }) => capability !== ''),
  read(reading) {
    const changes = new Map<string, { archived: boolean; paths: string[] }>()
    for (const path of reading.files.keys()) {
      const of = changeOf(path)
      if (of === null) continue
      const known = changes.get(of.change) ?? { archived: of.archived, paths: [] }
      changes.set(of.change, { ...known, paths: [...known.paths, path] })
    }
    const present = [...reading.files].filter(([path]) => path.endsWith('/spec.md') && changeOf(path) === null)
    return {
      title: null,
      what: null,
      works: present.flatMap(([path, entries]) =>
        requirements(reading, entries, read.folderOf(path), true).map(({ text, at }) => ({ text, at })),
      ),
      constraints: [],
      decisions: [...reading.files]
        .filter(([path]) => path.endsWith('/design.md') && changeOf(path)?.archived !== true)
        .flatMap(([, entries]) => entries)
        .filter((entry) => read.isItem(entry) && entry.level === 0 && read.isBelow(entry, 'decisions'))
        .map((entry) => read.said(reading, entry)),
      phases: [...changes].map(([change, { archived, paths }]) => phaseOf(reading, change, archived, paths)),
      requirements: [],
    }
  },
}
