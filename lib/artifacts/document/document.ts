// A planning document as data: fields of front matter, a title, parts of the body. Makes the codec that reads, writes, changes and judges it.
import type { Issue } from '../../errors.js'
import type { FrontMap } from '../../markdown/frontmatter.js'
import { frontValueAt, readFrontBlock, readFrontMatter } from '../../markdown/frontmatter.js'
import { type Heading, labelsOf, lineAfter, type Range } from '../../markdown/reader.js'
import type { Source } from '../../ports.js'
import { once } from '../../std/once.js'
import { same } from '../../std/same.js'
import { any, mapOf, type Optional, orNull, record, type Shape, text as textShape } from '../../std/shape.js'
import type { Codec, Parsed, Rendered } from '../codec.js'
import { Draft, lineStart } from '../parts/draft.js'
import { draftIssue, frontDraftIssues } from '../parts/draft-issues.js'
import { editFront, extraOf, type FrontTable, flat, freshFront } from '../parts/front-fields.js'
import { issueAt, notText } from '../parts/issues.js'
import { Layout } from '../parts/layout-edit.js'
import { isNothing, placeholderIssues, realText } from '../parts/placeholders.js'
import { allElements, allHeadings, allSections, blockText, document } from '../parts/prose.js'
import type { ArtifactId } from '../paths.js'
import { ARTIFACT_PATHS } from '../paths.js'
import type { Field, Fields, FieldValues } from './document-fields.js'
import { changeProse, type Part, type Parts, type PartValues } from './document-parts.js'
import { withFences } from './unfenced.js'

/** `value`: the first heading is the title; `mirror`: it repeats the front matter's `title` and stands in for it; `none`: headings belong to the body. */
type TitleForm = 'value' | 'mirror' | 'none'

export interface DocumentSpec<F extends Fields, P extends Parts> {
  readonly id: ArtifactId
  readonly about: string
  readonly front: F
  readonly parts: P
  readonly title: TitleForm
  /** Title of a template. */
  readonly titleHint: string
  /** The text between title and parts is a value of its own, named `body`. */
  readonly body?: { readonly hint: string | null }
  /** Fields that stand on the first lines without fences are read too. */
  readonly unfenced?: true
  /** What a file that a model wrote must not be without: names of fields and parts. */
  readonly needs?: readonly string[]
}

/** What every document holds: keys of the front matter that no field names, the title, the text in front of its parts. */
interface DocumentBase {
  readonly extra: FrontMap
  /** Null where the document has none, or its front matter holds it. */
  readonly title: string | null
  /** Null where the parts are all there is. */
  readonly body: string | null
}
type Merged<T> = { readonly [K in keyof T]: T[K] }
export type DocumentValue<F extends Fields, P extends Parts> = Merged<
  Omit<DocumentBase, keyof F> & FieldValues<F> & PartValues<P>
>
/** The value that a spec describes. */
export type ValueOf<S> = S extends DocumentSpec<infer F, infer P> ? DocumentValue<F, P> : never

type Loose = Record<string, unknown> & { readonly extra: FrontMap; readonly body: string | null }

/** Keeps the type of a spec, so that its value's type can be told from it. */
export const documentSpec = <const F extends Fields, const P extends Parts>(
  spec: DocumentSpec<F, P>,
): DocumentSpec<F, P> => spec

/** A heading's words: without numbers in front, marks, and what stands in brackets behind. */
function plainTitle(text: string): string {
  const words = text.toLowerCase().replaceAll('_', ' ').replaceAll('*', '').trim()
  const bare = words.replace(/^(?:§\s*)?\d{1,2}[a-z]?[.):]?\s+/, '').replace(/:$/, '')
  const bracket = bare.indexOf(' (')
  const title = (bracket > 0 ? bare.slice(0, bracket) : bare).trim()
  // Older files say whose it is, by the name of their client.
  return /^(?:the )?\S+['’]s discretion$/.test(title) ? 'discretion' : title
}

function memo<T>(make: (source: Source) => T): (source: Source) => T {
  const known = new WeakMap<Source, T>()
  return (source) => {
    let found = known.get(source)
    if (found === undefined) {
      found = make(source)
      known.set(source, found)
    }
    return found
  }
}

interface Place extends Range {
  /** Where the heading or the tag begins. */
  readonly from: number
  readonly to: number
}

const plainTitles = memo((source) => allSections(source).map(({ heading }) => plainTitle(heading.text)))

function foundAt(source: Source, part: Part<unknown>): Place | null {
  if (part.whole === true) {
    const { length } = source.text ?? ''
    const title = titleHeading(source)
    const start = title === null ? readFrontMatter(source).bodyStart : lineAfter(source.text ?? '', title.end)
    return { from: length, to: length, start, end: length }
  }
  if (part.tag !== undefined) {
    const element = allElements(source).find(({ name }) => name === part.tag)
    if (element !== undefined)
      return { from: element.start, to: element.end, start: element.contentStart, end: element.contentEnd }
  }
  const titles = part.titles.map(plainTitle)
  const title = titleHeading(source)?.start
  const names = plainTitles(source)
  const found = allSections(source).find(({ start }, index) => start !== title && titles.includes(names[index] ?? ''))
  return found === undefined ? null : { from: found.start, to: found.end, start: found.bodyStart, end: found.end }
}

/** Where each part stands; a part ends where another one begins. */
function placesOf(source: Source, parts: readonly Part<unknown>[]): readonly (Place | null)[] {
  const found = parts.map((part) => foundAt(source, part))
  return found.map((place) => {
    if (place === null) return null
    const next = Math.min(
      ...found.map((other) => (other !== null && other.from >= place.start ? other.from : Infinity)),
    )
    return { ...place, to: Math.min(place.to, next), end: Math.max(place.start, Math.min(place.end, next)) }
  })
}

interface Spot extends Range {
  readonly value: string
}

/** The label line or heading that holds a field which the front matter does not. */
function spotOf(source: Source, field: Field<unknown>): Spot | null {
  const wanted = field.label?.toLowerCase()
  if (wanted === undefined) return null
  const label = allLabels(source).find(({ name }) => name.toLowerCase() === wanted)
  if (label !== undefined) return { value: label.value, start: label.contentStart, end: label.contentEnd }
  for (const { text, contentStart, contentEnd } of allHeadings(source)) {
    const colon = text.indexOf(':')
    if (colon < 0 || text.slice(0, colon).trim().toLowerCase() !== wanted) continue
    const value = text.slice(colon + 1).trim()
    return { value: value.toLowerCase(), start: contentEnd - value.length, end: Math.max(contentStart, contentEnd) }
  }
  return null
}

const titleHeading = memo(
  (source): Heading | null =>
    allHeadings(source).find(({ level, text }) => level === 1 && !/[\r\n]/.test(text)) ?? null,
)

export function documentCodec<F extends Fields, P extends Parts>(spec: DocumentSpec<F, P>): Codec<DocumentValue<F, P>> {
  type V = DocumentValue<F, P>
  const fields = Object.entries(spec.front) as readonly (readonly [string, Field<unknown>])[]
  const parts = Object.entries(spec.parts) as readonly (readonly [string, Part<unknown>])[]
  const isTitleField = Object.hasOwn(spec.front, 'title')
  const path = ARTIFACT_PATHS[spec.id]?.[0] ?? ''

  const table: FrontTable<Loose> = {
    fields: fields.map(([name, field]) => ({
      paths: field.paths,
      input: (value) => field.input(value[name]),
      ...(field.required ? { required: true as const } : {}),
      ...(field.hint === undefined ? {} : { hint: field.hint }),
    })),
    inline: fields.flatMap(([, { form, paths }]) => (form === 'inline' ? [paths[0] ?? ''] : [])),
    block: fields.flatMap(([, { form, paths }]) => (form === 'block' ? [paths[0] ?? ''] : [])),
  }

  const labelled = new Set(fields.flatMap(([, { asLabel, paths }]) => (asLabel === true ? [paths] : [])))
  const freshTable = { ...table, fields: table.fields.filter(({ paths }) => !labelled.has(paths)) }

  const shape = record({
    ...Object.fromEntries(fields.map(([name, field]) => [name, field.shape])),
    extra: mapOf(any(), 'Other keys of the front matter'),
    ...(isTitleField ? {} : { title: orNull(textShape()) }),
    body: orNull(textShape('Text in front of the parts')),
    ...Object.fromEntries(parts.map(([name, part]) => [name, part.shape])),
  } as Record<string, Shape | Optional<unknown>>) as unknown as Shape<V>

  const empty = {
    ...Object.fromEntries(fields.map(([name, field]) => [name, field.empty])),
    extra: {},
    ...(isTitleField ? {} : { title: null }),
    body: null,
    ...Object.fromEntries(parts.map(([name, part]) => [name, part.empty])),
  } as unknown as V

  const places = memo((source) =>
    placesOf(
      source,
      parts.map(([, part]) => part),
    ),
  )

  const seen = (source: Source) => (spec.unfenced === true ? withFences(source) : source)
  const partNames = new Set(parts.map(([name]) => name))

  /** The text between the title and the first part. */
  function bodyRange(source: Source): Range {
    const text = source.text ?? ''
    const from = readFrontMatter(source).bodyStart
    const first = Math.min(text.length, ...places(source).flatMap((place) => (place === null ? [] : [place.from])))
    const heading = spec.title === 'none' ? null : titleHeading(source)
    const leads = heading !== null && heading.start < first && text.slice(from, heading.start).trim() === ''
    const start = leads ? lineAfter(text, heading.end) : from
    return { start, end: Math.max(start, first) }
  }

  /** Lines that hold a field the front matter does not. */
  const fieldLines = memo((source): readonly Range[] => {
    const { data } = readFrontMatter(source)
    const { text } = source
    return fields
      .filter(([, { paths }]) => paths.every((path) => (frontValueAt(data, path) ?? '') === ''))
      .flatMap(([, field]) => spotOf(source, field) ?? [])
      .map(({ start, end }) => ({ start: lineStart(text ?? '', start), end: lineAfter(text ?? '', end) }))
      .sort((a, b) => a.start - b.start)
  })

  function bodyOf(source: Source): string | null {
    if (spec.body === undefined) return null
    const range = bodyRange(source)
    const holes = fieldLines(source).filter(({ start }) => start >= range.start && start < range.end)
    const starts = [range.start, ...holes.map(({ end }) => end)]
    const ends = [...holes.map(({ start }) => start), range.end]
    const pieces = starts.map((start, index) =>
      blockText(source, { start, end: Math.max(start, ends[index] ?? start) }),
    )
    const text = pieces.filter((piece) => piece !== null).join('\n\n')
    return text === '' || isNothing(text) || text === spec.body.hint ? null : text
  }

  function titleIn(source: Source): string | null {
    const heading = spec.title === 'none' ? null : titleHeading(source)
    return heading === null ? null : realText(heading.text)
  }

  function readValue(source: Source): V {
    const { data, unclosed } = readFrontBlock(source)
    if (unclosed) return empty
    const at = (paths: readonly string[]) =>
      paths.map((name) => frontValueAt(data, name)).find((found) => found !== undefined)
    const value: Record<string, unknown> = {}
    for (const [name, field] of fields) {
      const found = at(field.paths)
      value[name] = field.read(found === undefined || found === '' ? (spotOf(source, field)?.value ?? found) : found)
    }
    if (!isTitleField) value['title'] = titleIn(source)
    else if (spec.title === 'mirror') value['title'] ??= titleIn(source)
    value['extra'] = extraOf(table, data)
    value['body'] = bodyOf(source)
    parts.forEach(([name, part], index) => {
      const place = places(source)[index] ?? null
      value[name] = place === null ? part.empty : part.read(source, place)
    })
    return value as V
  }

  function fieldIssues(source: Source): readonly Issue[] {
    const { data, keys } = readFrontMatter(source)
    return fields.flatMap(([, field]) =>
      field.paths.flatMap((name) => {
        const value = frontValueAt(data, name)
        const expected = value === undefined ? null : field.expected(value)
        if (value === undefined || expected === null) return []
        const key = keys.find((found) => found.path.join('.') === name)
        const received = flat(value).slice(0, 80)
        return [
          issueAt(source, key?.start ?? 0, {
            code: 'FIELD_VALUE',
            severity: 'notice',
            expected,
            received,
            message: `${name}: expected ${expected}, found ${received}`,
            fix: `Write ${name} as ${expected}.`,
          }),
        ]
      }),
    )
  }

  const unfencedIssue = (source: Source): readonly Issue[] =>
    seen(source) === source
      ? []
      : [
          issueAt(source, 0, {
            code: 'FRONT_UNFENCED',
            severity: 'notice',
            expected: 'fields between two lines `---` at the top',
            received: 'fields outside of them',
            message: `the fields of ${source.path} stand outside the front matter`,
            fix: 'Put a line `---` above the first field and one below the last.',
          }),
        ]

  const bodyIssues = (source: Source): readonly Issue[] => [
    ...conflictIssues(source),
    ...unfencedIssue(source),
    ...(seen(source) === source ? fieldIssues(source) : []),
  ]

  function parse(source: Source): Parsed<V> {
    if (source.text === null) return { value: empty, issues: [notText(source)] }
    const issues = once(() => [...readFrontMatter(source).issues, ...bodyIssues(source)])
    return {
      value: readValue(seen(source)),
      get issues() {
        return issues()
      },
    }
  }

  const partsText = (value: Loose): readonly (string | null)[] => {
    const skeleton = value.body === null && parts.every(([name, part]) => same(value[name], part.empty))
    return parts.map(([name, part]) => {
      const written = part.write(value[name]) ?? (skeleton ? part.hint : null)
      if (written === null || part.whole === true) return written
      return part.tag === undefined ? `## ${part.titles[0]}\n\n${written}` : `<${part.tag}>\n${written}\n</${part.tag}>`
    })
  }

  function fresh(given: V): string {
    const value = given as unknown as Loose
    const skeleton = parts.every(([name, part]) => same(value[name], part.empty)) && value.body === null
    const template = same(given, empty)
    const named = typeof value['title'] === 'string' ? value['title'] : null
    const title = spec.title === 'none' ? null : (named ?? (skeleton ? spec.titleHint : null))
    const body = value.body ?? (skeleton ? (spec.body?.hint ?? null) : null)
    const labels = fields.flatMap(([name, field]) => {
      const input =
        field.asLabel === true ? (field.input(value[name]) ?? (skeleton ? (field.hint ?? null) : null)) : null
      return input === null ? [] : [`${field.label}: ${String(input)}`]
    })
    const text = document([title === null ? null : `# ${title}`, labels.join('\n'), body, ...partsText(value)])
    const inFront = fields.filter(([, field]) => field.asLabel !== true)
    const said = [...inFront.map(([name, field]) => field.input(value[name])), ...Object.keys(value.extra)]
    const silent = said.every((input) => input === null || (Array.isArray(input) && input.length === 0))
    const wanted = !silent || inFront.some(([, field]) => field.required || (template && field.hint !== undefined))
    const front = wanted || text.startsWith('---') ? freshFront(freshTable, value, template) : ''
    const rest = text.trim() === '' ? '' : text
    return front === '' ? rest || '\n' : rest === '' ? front : `${front}\n${rest}`
  }

  function changeTitle(layout: Layout, before: string | null, after: string | null): void {
    if (before === after) return
    const heading = titleHeading(layout.source)
    if (heading !== null) layout.title(heading, before, after)
    else if (after !== null) {
      const at = readFrontMatter(layout.source).bodyStart
      const { text, eol } = layout.draft
      const rest = text.slice(at)
      const lead = at > 0 && text.slice(0, at).trim() !== '' ? eol : ''
      layout.draft.insert(at, `${lead}# ${after}${eol}${rest.trim() === '' || /^[ \t]*[\r\n]/.test(rest) ? '' : eol}`)
    }
  }

  /** A part that is not there yet stands behind the one before it in our order. */
  function addPart(layout: Layout, index: number, text: string): void {
    const [, part] = parts[index] as readonly [string, Part<unknown>]
    const source = layout.source
    const found = places(source)
    const previous = found.slice(0, index).findLast((place) => place !== null) ?? null
    const following = found.slice(index + 1).find((place) => place !== null) ?? null
    const block = part.tag === undefined ? `## ${part.titles[0]}\n\n${text}` : `<${part.tag}>\n${text}\n</${part.tag}>`
    if (previous !== null) layout.block(layout.tail({ start: previous.from, end: previous.to }).end, block.split('\n'))
    else if (following !== null) layout.above(following.from, block.split('\n'))
    else
      layout.block(
        layout.tail({ start: readFrontMatter(source).bodyStart, end: layout.draft.text.length }).end,
        block.split('\n'),
      )
  }

  function change(layout: Layout, before: Loose, after: Loose): void {
    if (!isTitleField) changeTitle(layout, before['title'] as string | null, after['title'] as string | null)
    if (spec.body === undefined) {
      if (after.body !== null) layout.cannot('no text in front of the parts', 'some')
    } else if (before.body !== after.body) changeBody(layout, before.body, after.body)
    parts.forEach(([name, part], index) => {
      if (same(before[name], after[name])) return
      const place = places(layout.source)[index] ?? null
      const written = part.write(after[name])
      if (place !== null) part.change(layout, place, before[name], after[name])
      else if (written !== null) addPart(layout, index, written)
    })
  }

  function changeBody(layout: Layout, before: string | null, after: string | null): void {
    const range = bodyRange(layout.source)
    const { text, eol } = layout.draft
    if (before !== null || after === null || text.slice(range.start, range.end).trim() !== '') {
      changeProse(layout, range, before, after, spec.body?.hint ?? null)
      return
    }
    const behind = text.slice(range.end).trim() !== ''
    const lead = range.start > 0 && !/^[ \t]*[\r\n]/.test(text.slice(range.start)) ? eol : ''
    if (behind) layout.above(range.end, after.split('\n'))
    else layout.draft.insert(text.length, `${lead}${after.replaceAll('\n', eol)}${eol}`)
  }

  function render(value: V, previous?: Source): Rendered {
    if (previous === undefined) return { text: fresh(value) }
    const before = readValue(seen(previous)) as unknown as Loose
    const after: Loose = { ...(value as unknown as Loose) }
    if (previous.text === null || same(before, after)) return { text: previous.text ?? '' }
    const source = seen(previous)
    const draft = new Draft(source)
    if (readFrontBlock(source).unclosed)
      draft.refuse(
        'front matter that is closed by `---`',
        'a block that is not',
        `Close the front matter of ${source.path}.`,
      )
    const spots = changedSpots(source, before, after)
    for (const { name, spot, text } of spots) {
      draft.value(spot, String(before[name] ?? ''), text)
      after[name] = before[name]
    }
    const front = editFront(table, source, before, after)
    if ('refused' in front) return front
    draft.splice(front.splices)
    change(new Layout(draft, source), before, after)
    return draft.finish()
  }

  /** Fields that stand in a label line or a heading are changed there. */
  function changedSpots(source: Source, before: Loose, after: Loose) {
    const { data } = readFrontMatter(source)
    return fields.flatMap(([name, field]) => {
      const text = field.input(after[name])
      if (same(before[name], after[name]) || typeof text !== 'string') return []
      const inFront = field.paths.some((path) => (frontValueAt(data, path) ?? '') !== '')
      const spot = inFront ? null : spotOf(source, field)
      return spot === null ? [] : [{ name, spot, text }]
    })
  }

  function missing(source: Source, value: Loose): readonly Issue[] {
    return (spec.needs ?? []).flatMap((name) => {
      const found = value[name]
      const nothing =
        found === null || found === undefined || found === '' || (Array.isArray(found) && found.length === 0)
      if (!nothing) return []
      const part = spec.parts[name]
      if (name === 'body') return [draftIssue(source, 'PART_MISSING', 'its text', `Write the text of ${source.path}.`)]
      if (name === 'title')
        return [draftIssue(source, 'PART_MISSING', 'a title', 'Begin the text with a line "# Title".')]
      if (part !== undefined && partNames.has(name)) {
        const spelled = part.tag === undefined ? `"## ${part.titles[0]}"` : `<${part.tag}>`
        return [draftIssue(source, 'PART_MISSING', `a part ${spelled}`, `Add ${spelled} with its content.`)]
      }
      const key = spec.front[name]?.paths[0] ?? name
      return [draftIssue(source, 'FIELD_MISSING', `the field ${key}`, `Add "${key}: …" to the front matter.`)]
    })
  }

  function checkDraft(source: Source): readonly Issue[] {
    if (source.text === null) return [notText(source)]
    const value = readValue(seen(source)) as unknown as Loose
    const prose = { start: readFrontMatter(source).bodyStart, end: source.text.length }
    const odd = bodyIssues(source).map((issue): Issue => ({ ...issue, severity: 'error' }))
    return [...frontDraftIssues(source), ...odd, ...missing(source, value), ...placeholderIssues(source, prose)]
  }

  const requiredKeys = (spec.needs ?? []).flatMap((name) => spec.front[name]?.paths[0] ?? [])
  return { id: spec.id, about: spec.about, path, shape, empty, requiredKeys, parse, checkDraft, render }
}

const allLabels = memo((source) => labelsOf(source))

const CONFLICT = /^(?:<{7}|>{7}|={7}|\|{7})(?:[ \t].*)?$/

/** Marks that a merge left: nothing in the file can be trusted. */
export function conflictIssues(source: Source): readonly Issue[] {
  const text = source.text ?? ''
  if (!text.includes('<<<<<<<')) return []
  for (let at = 0; at < text.length; at = lineAfter(text, at)) {
    if (text[at] !== '<' || !CONFLICT.test(text.slice(at, lineAfter(text, at)).trimEnd())) continue
    return [
      issueAt(source, at, {
        code: 'MERGE_CONFLICT',
        severity: 'error',
        expected: 'a file without marks of a merge',
        received: '<<<<<<<',
        message: `${source.path} holds marks of a merge that nobody resolved`,
        fix: 'Resolve the merge: keep one side of each part and remove the three marks.',
      }),
    ]
  }
  return []
}
