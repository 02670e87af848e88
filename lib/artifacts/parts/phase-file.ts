// What the files of a phase share: front matter known by a table, a body of sections, one way to read, change and judge them.
import type { Issue } from '../../errors.js'
import { type FrontMap, readFrontMatter } from '../../markdown/frontmatter.js'
import type { Source } from '../../ports.js'
import { once } from '../../std/once.js'
import type { Codec, Parsed, Rendered } from '../codec.js'
import { Draft } from './draft.js'
import { frontDraftIssues } from './draft-issues.js'
import { editFront, Front, type FrontTable } from './front-fields.js'
import { notText } from './issues.js'
import { placeholderIssues } from './placeholders.js'
import { allHeadings } from './prose.js'

interface PhaseFile<V> extends Pick<Codec<V>, 'id' | 'about' | 'path' | 'shape' | 'empty'> {
  readonly table: FrontTable<V>
  /** The value, and what is wrong in the body. */
  read(source: Source, front: Front): Parsed<V>
  /** The text of a new file. */
  fresh(value: V): string
  /** Changes of the body; what belongs to its author is refused. */
  change(draft: Draft, previous: Source, before: V, value: V): void
  /** What a draft must not be without; `issues` are those of the body. */
  lacks(source: Source, value: V, issues: readonly Issue[]): readonly Issue[]
  /** Where the prose ends in which a bracket is a placeholder; the end of the file when absent. */
  proseEnd?(source: Source): number
}

export function phaseFile<V extends { readonly extra: FrontMap }>(file: PhaseFile<V>): Codec<V> {
  const { id, about, path, shape, empty, table } = file

  function parse(source: Source): Parsed<V> {
    if (source.text === null) return { value: empty, issues: [notText(source)] }
    const found = file.read(source, new Front(source))
    const issues = once(() => [...readFrontMatter(source).issues, ...found.issues])
    return {
      value: found.value,
      get issues() {
        return issues()
      },
    }
  }

  function render(value: V, previous?: Source): Rendered {
    if (previous === undefined) return { text: file.fresh(value) }
    const before = parse(previous).value
    const draft = new Draft(previous)
    const front = editFront(table, previous, before, value)
    if ('refused' in front) return front
    draft.splice(front.splices)
    file.change(draft, previous, before, value)
    return draft.finish()
  }

  function checkDraft(source: Source): readonly Issue[] {
    if (source.text === null) return [notText(source)]
    const { value, issues } = file.read(source, new Front(source))
    const prose = { start: readFrontMatter(source).bodyStart, end: file.proseEnd?.(source) ?? source.text.length }
    return [...frontDraftIssues(source), ...file.lacks(source, value, issues), ...placeholderIssues(source, prose)]
  }

  return { id, about, path, shape, empty, parse, checkDraft, render }
}

/** The heading of level 1 follows the value. */
export function changeTitle(draft: Draft, source: Source, before: string | null, title: string | null): void {
  if (before === title) return
  const heading = allHeadings(source).find(({ level }) => level === 1)
  if (heading === undefined || title === null)
    draft.refuse('a heading of level 1', 'none', `Add a title to ${source.path}, then repeat the command.`)
  else draft.replace({ start: heading.contentStart, end: heading.contentEnd }, title)
}
