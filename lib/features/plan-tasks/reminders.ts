// Reminders of open tasks: what one says, and the store in which it is kept before anybody sees it.
import { readLog } from '../../core/history/journal.js'
import { RUNTIME_FOLDER } from '../../core/layout.js'
import type { View } from '../../core/view.js'
import { pathText, quotedLabel } from '../../std/told.js'

export const REMINDERS_PATH = `${RUNTIME_FOLDER}/reminders.jsonl`

export interface OpenTask {
  readonly task: number
  readonly status: string
  readonly name: string
}

const MOST_NAMED = 20

export function reminderText(id: string, plan: string, open: readonly OpenTask[]): string {
  const named = open
    .slice(0, MOST_NAMED)
    .map(({ task, status, name }) => `- task ${task} (${status}) ${quotedLabel(name)}`)
  const more = open.length > MOST_NAMED ? [`+${open.length - MOST_NAMED} more`] : []
  return [
    `[${id}] Plan ${pathText(plan)} has open tasks. Say which is begun or done: gsd-tools task mark <n> started, gsd-tools task mark <n> done.`,
    ...named,
    ...more,
  ].join('\n')
}

interface Reminder {
  readonly kind: 'reminder'
  readonly id: string
  readonly text: string
}
interface Delivered {
  readonly kind: 'delivered'
  readonly id: string
  readonly session: string
}
export type ReminderLine = Reminder | Delivered

const isLine = (payload: unknown): payload is ReminderLine => {
  const { kind, id } = (payload ?? {}) as { kind?: unknown; id?: unknown }
  return (kind === 'reminder' || kind === 'delivered') && typeof id === 'string'
}

/** Lines that were written whole, in their order. */
export function readReminders(view: View): readonly ReminderLine[] {
  const text = view.source(REMINDERS_PATH)?.text
  return text == null
    ? []
    : readLog(text, view.digest).lines.flatMap(({ payload }) => (isLine(payload) ? [payload] : []))
}
