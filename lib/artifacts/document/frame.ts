// What all Markdown files with front matter have in common: one way to read, change and judge them, whatever their bodies are.
import type { Issue } from '../../errors.js'
import { type FrontMap, readFrontMatter } from '../../markdown/frontmatter.js'
import type { Source } from '../../ports.js'
import { once } from '../../std/once.js'
import { same } from '../../std/same.js'
import type { Codec, Parsed, Rendered } from '../codec.js'
import { Draft } from '../parts/draft.js'
import { frontDraftIssues } from '../parts/draft-issues.js'
import { editFront, type FrontTable } from '../parts/front-fields.js'
import { notText, refusal } from '../parts/issues.js'
import { placeholderIssues } from '../parts/placeholders.js'
import { pathOfKind } from '../paths.js'
import type { NamedField } from './declared.js'
import { frontSchema } from './front-schema.js'

export interface Frame<V> extends Pick<Codec<V>, 'id' | 'about' | 'shape' | 'empty' | 'requiredKeys' | 'readOnly'> {
  readonly table: FrontTable<V>
  readonly fields: readonly NamedField[]
  /** The text as it is read, where that is not the text as it stands. */
  seen?(source: Source): Source
  read(source: Source): V
  /** What is wrong or odd behind the front matter. */
  odd(source: Source, value: V): readonly Issue[]
  /** The text of a new file; null: it says what only its author writes. */
  fresh(value: V): string | null
  /** Changes fields that stand in the body; answers what is left to the front matter. */
  settle?(draft: Draft, source: Source, before: V, after: V): V
  /** Changes the body. */
  change(draft: Draft, source: Source, before: V, after: V): void
  /** What a draft must not be without; `odd` is what was found in its body. */
  lacks(source: Source, value: V, odd: readonly Issue[]): readonly Issue[]
  /** Where the prose ends in which a bracket is a placeholder; the end of the file when absent. */
  proseEnd?(source: Source): number
}

export function framed<V extends { readonly extra: FrontMap }>(file: Frame<V>): Codec<V> {
  const { id, about, shape, empty, requiredKeys, table } = file
  const path = pathOfKind(id)
  const seen = (source: Source): Source => file.seen?.(source) ?? source

  function parse(source: Source): Parsed<V> {
    if (source.text === null) return { value: empty, issues: [notText(source)] }
    const value = file.read(seen(source))
    const issues = once(() => [...readFrontMatter(source).issues, ...file.odd(source, value)])
    return {
      value,
      // Most who ask for the value never look at them.
      get issues() {
        return issues()
      },
    }
  }

  function render(value: V, previous?: Source): Rendered {
    if (previous === undefined) {
      const text = file.fresh(value)
      return text === null ? refusal(path, 'a template', 'what its author writes', `Write ${path} by hand.`) : { text }
    }
    const source = seen(previous)
    const before = parse(previous).value
    if (previous.text === null || same(before, value)) return { text: previous.text ?? '' }
    const draft = new Draft(source)
    const after = file.settle?.(draft, source, before, value) ?? value
    const front = editFront(table, source, before, after)
    if ('refused' in front) return front
    draft.splice(front.splices)
    file.change(draft, source, before, after)
    return draft.finish()
  }

  function checkDraft(source: Source): readonly Issue[] {
    if (source.text === null) return [notText(source)]
    const value = file.read(seen(source))
    const prose = { start: readFrontMatter(source).bodyStart, end: file.proseEnd?.(source) ?? source.text.length }
    const lacks = file.lacks(source, value, file.odd(source, value))
    return [...frontDraftIssues(source), ...lacks, ...placeholderIssues(source, prose)]
  }

  return {
    id,
    about,
    shape,
    empty,
    ...(requiredKeys === undefined ? {} : { requiredKeys }),
    ...(file.readOnly === true ? { readOnly: true } : {}),
    ...(file.fields.length === 0 ? {} : { frontSchema: () => frontSchema(file.fields) }),
    parse,
    checkDraft,
    render,
  }
}
