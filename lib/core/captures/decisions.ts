// Questions for the user, each in its own file.
import { Doc } from '../../artifacts/doc.js'
import { oneLine } from '../../artifacts/parts/draft.js'
import { type ErrorBody, usageError } from '../../errors.js'
import { type FrontMap, type FrontValue, readFrontMatter } from '../../markdown/frontmatter.js'
import { renderFrontMatter } from '../../markdown/frontmatter-edit.js'
import { baseName } from '../../std/paths.js'
import { phaseArgument } from '../phases/locate.js'
import type { View } from '../view.js'
import type { Staging } from '../writing/staging.js'
import { filesOfNotes, unusedName } from './kept-words.js'

export interface Decision {
  /** File name without `.md`. */
  readonly id: string
  readonly path: string
  readonly question: string
  readonly options: readonly string[]
  /** The phase that waits for the answer; null for the active phase. */
  readonly phase: string | null
  /** RFC 3339; null if a handwritten file does not say. */
  readonly asked: string | null
  readonly choice: string | null
  readonly note: string | null
  readonly who: string | null
  readonly answeredAt: string | null
}

const pendingFolder = (view: View) => view.at('decisions/pending')
const answeredFolder = (view: View) => view.at('decisions/answered')

const textOf = (value: FrontValue | undefined): string | null => (typeof value === 'string' ? value.trim() : '') || null

const idIn = (path: string): string => baseName(path).replace(/\.md$/, '')

function decisionAt(view: View, path: string): Decision {
  const id = idIn(path)
  const source = view.source(path)
  const front: FrontMap = source === null || source.text === null ? {} : readFrontMatter(source).data
  const options = front['options']
  return {
    id,
    path,
    question: textOf(front['question']) ?? id,
    options: Array.isArray(options) ? (options as readonly FrontValue[]).flatMap((one) => textOf(one) ?? []) : [],
    phase: textOf(front['phase']),
    asked: textOf(front['asked']),
    choice: textOf(front['choice']),
    note: textOf(front['note']),
    who: textOf(front['who']),
    answeredAt: textOf(front['answered_at']),
  }
}

const timeOf = ({ asked, id }: Decision): string => `${asked ?? ''} ${id}`
const byTime = (a: Decision, b: Decision): number => (timeOf(a) < timeOf(b) ? -1 : 1)

/** Reads every question, oldest first. If a merge makes an answered question pending again, its answer counts. */
export function readDecisions(view: View): readonly Decision[] {
  const paths = [pendingFolder(view), answeredFolder(view)].flatMap((folder) => filesOfNotes(view, folder))
  return [...new Map(paths.map((path) => [idIn(path), decisionAt(view, path)])).values()].sort(byTime)
}

export const isOpen = ({ choice }: Decision): boolean => choice === null

interface Question {
  readonly question: string
  readonly options: readonly string[]
  /** The phase as the user wrote it; absent for the active phase. */
  readonly phase: string | undefined
}

type NewDecision = { readonly decision: Decision } | { readonly error: ErrorBody }

export const optionsIn = (text = ''): readonly string[] =>
  text
    .split('|')
    .map(oneLine)
    .filter((option) => option !== '')

/** Asks the user a question. The same open question about the same phase is not asked twice. */
export function askDecision(staging: Staging, { question, options, phase }: Question): NewDecision {
  const { view } = staging
  const asked = oneLine(question)
  if (asked === '') return { error: usageError('the question is empty', 'add --question "<what to decide>"') }
  const about = phase === undefined ? { id: null } : phaseArgument(view, phase)
  if ('error' in about) return about
  const open = readDecisions(view).filter(isOpen)
  const same = open.find((one) => one.question === asked && one.phase === about.id)
  const path = same?.path ?? newDecision(staging, asked, options, about.id)
  return { decision: decisionAt(staging.view, path) }
}

function newDecision(staging: Staging, question: string, options: readonly string[], phase: string | null) {
  const { view } = staging
  const folder = pendingFolder(view)
  const { id, at } = unusedName(view, question, [folder, answeredFolder(view)])
  const path = `${folder}/${id}.md`
  const front = renderFrontMatter({ id, question, options, phase: phase ?? '', asked: at, choice: '' })
  const list = options.length === 0 ? '' : `\n${options.map((option) => `- ${option}`).join('\n')}\n`
  staging.put(path, `${front}\n# ${question}\n${list}`)
  return path
}

interface Reply {
  readonly choice: string
  readonly note: string | null
  readonly who: string
}

type AnswerResult =
  | { readonly decision: Decision & { readonly choice: string } }
  | { readonly decision: Decision | null; readonly error: ErrorBody }

/** Finds an option by text (ignoring case) or number from 1; null if none matches. Without options, returns the text. */
export function matchingOption(options: readonly string[], given: string): string | null {
  const text = oneLine(given)
  const same = options.find((option) => option.toLowerCase() === text.toLowerCase())
  if (same !== undefined || options.length === 0) return same ?? text
  return /^\d{1,3}$/.test(text) ? (options[Number(text) - 1] ?? null) : null
}

/** Records the user's answer once: later answers are refused. */
export function answerDecision(
  staging: Staging,
  name: string,
  { choice, note, who }: Reply,
  other = false,
): AnswerResult {
  const { view } = staging
  const all = readDecisions(view)
  const decision = all.find(({ id }) => id === idIn(name)) ?? null
  if (decision === null) {
    const open = all.filter(isOpen).map(({ id }) => id)
    const fix =
      open.length === 0
        ? 'no question is open; to list them all: gsd-tools decision list'
        : `use an open question: ${open.join(', ')}`
    return { decision, error: { code: 'NOT_FOUND', message: `unknown question "${name}"`, fix } }
  }
  const chosen = other ? oneLine(choice) : matchingOption(decision.options, choice)
  if (chosen === null || chosen === '') {
    const message = `"${choice}" is not one of the options: ${decision.options.join(' | ')}`
    return { decision, error: usageError(message, 'use one of them, or add --other') }
  }
  if (decision.choice !== null) return { decision, error: answeredAlready(decision, decision.choice) }
  const source = view.source(decision.path)
  if (source === null || source.text === null)
    return { decision, error: { code: 'BAD_DATA', message: `${decision.path} is not UTF-8`, fix: `save it as UTF-8` } }
  const answeredAt = new Date(view.clock.now()).toISOString()
  const doc = new Doc(source)
  doc.setFront({ choice: chosen, note, who, answered_at: answeredAt })
  const path = `${answeredFolder(view)}/${decision.id}.md`
  staging.remove(decision.path)
  staging.put(path, doc.editedText())
  return { decision: { ...decision, path, choice: chosen, note, who, answeredAt } }
}

const answeredAlready = ({ id, who, answeredAt }: Decision, choice: string): ErrorBody => ({
  code: 'ALREADY_ANSWERED',
  message: `${id} was answered "${choice}"${who === null ? '' : ` by ${who}`}${answeredAt === null ? '' : ` at ${answeredAt}`}; the first answer counts`,
  fix: 'ask a new question: gsd-tools decision add --question "<what to decide>"',
})
