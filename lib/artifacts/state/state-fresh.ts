// A STATE.md written from nothing, and the pieces an existing one gets.
import { type FrontInput, renderFrontMatter } from '../../markdown/frontmatter-edit.js'
import { once } from '../../std/once.js'
import type { StateDecision, StateField, StateFront, StateSection, StateValue } from './state.js'
import { FRONT_KEYS, type ListName, PROGRESS_KEYS } from './state-read.js'

export const SECTION_TITLES: Readonly<Record<StateSection, string>> = {
  project: 'Project Reference',
  position: 'Current Position',
  metrics: 'Performance Metrics',
  session: 'Session Continuity',
  other: 'Notes',
}
export const LIST_TITLES: Readonly<Record<ListName, string>> = {
  decisions: 'Decisions',
  todos: 'Pending Todos',
  blockers: 'Blockers/Concerns',
  evolution: 'Roadmap Evolution',
}
export const LIST_HOME = 'Accumulated Context'
const NOTHING = 'None yet.'

/** A plain label may not hold what makes the line something else. */
const plain = once(() => /^[\p{L}_][\p{L}\p{N} _/&,'-]*$/u)

export const fieldLine = ({ label, value }: Pick<StateField, 'label' | 'value'>, bold: boolean): string =>
  (bold || !plain().test(label) ? `**${label}:** ${value}` : `${label}: ${value}`).trimEnd()

export const isBoldSection = (section: StateSection): boolean => section === 'project' || section === 'other'

export const decisionText = ({ phase, summary, rationale }: StateDecision): string =>
  `${phase === null ? '' : `[${phase}]: `}${summary}${rationale === null ? '' : ` — ${rationale}`}`.trim()

/** Front matter entries of a value in canonical order; nulls are left out when they are written. */
export function frontEntries(front: StateFront): Readonly<Record<string, FrontInput>> {
  const texts = Object.entries(FRONT_KEYS).map(([name, key]) => [key, front[name as keyof typeof FRONT_KEYS]] as const)
  const { progress } = front
  const numbers =
    progress === null
      ? null
      : Object.fromEntries(
          Object.entries(PROGRESS_KEYS).map(([name, key]) => [key, progress[name as keyof typeof progress]]),
        )
  return { ...Object.fromEntries(texts), progress: numbers }
}

export function freshState(value: StateValue): string {
  const entries = { ...frontEntries(value.front), ...(value.other as Record<string, FrontInput>) }
  const known = Object.entries(entries).filter(([, entry]) => entry !== null)
  const front = known.length === 0 ? '' : `${renderFrontMatter(Object.fromEntries(known))}\n`
  const blocks = [value.title === null ? '' : `# ${value.title}`, ...sectionBlocks(value)].filter(
    (block) => block !== '',
  )
  return blocks.length === 0 ? front : `${front}${blocks.join('\n\n')}\n`
}

/** Runs of fields keep their order; the lists stand before the session, where people look for them. */
function sectionBlocks(value: StateValue): readonly string[] {
  const runs: { readonly section: StateSection; readonly fields: StateField[] }[] = []
  for (const field of value.fields) {
    const last = runs.at(-1)
    if (last?.section === field.section) last.fields.push(field)
    else runs.push({ section: field.section, fields: [field] })
  }
  const session = runs.findIndex(({ section }) => section === 'session')
  const before = session < 0 ? runs : runs.slice(0, session)
  const after = session < 0 ? [] : runs.slice(session)
  const written = (list: typeof runs) =>
    list.map(({ section, fields }) =>
      [`## ${SECTION_TITLES[section]}`, '', ...fields.map((field) => fieldLine(field, isBoldSection(section)))].join(
        '\n',
      ),
    )
  return [...written(before), ...listBlocks(value), ...written(after)]
}

function listBlocks(value: StateValue): readonly string[] {
  const lists: readonly (readonly [ListName, readonly string[] | null])[] = [
    ['decisions', value.decisions?.map(decisionText) ?? null],
    ['todos', value.todos],
    ['blockers', value.blockers],
    ['evolution', value.evolution],
  ]
  const blocks = lists.flatMap(([name, texts]) =>
    texts === null ? [] : [`### ${LIST_TITLES[name]}\n\n${listText(texts)}`],
  )
  return blocks.length === 0 ? [] : [`## ${LIST_HOME}`, ...blocks]
}

const listText = (texts: readonly string[]) =>
  texts.length === 0 ? NOTHING : texts.map((text) => `- ${text}`).join('\n')
