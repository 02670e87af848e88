// The settings that matter to what the pack does, as the settings workflow shows them: value, what else it can be, what it does.
import { exampleOf, expectedOf } from '../../artifacts/config/config-check.js'
import { configKey } from '../../artifacts/config/config-keys.js'
import type { Json } from '../../std/json.js'

/** Key, and a value where its type says too little. */
const SHOWN: readonly (readonly [key: string, example?: string])[] = [
  ['mode'],
  ['granularity'],
  ['response_language', 'German'],
  ['workflow.auto_advance'],
  ['workflow.skip_discuss'],
  ['workflow.research'],
  ['workflow.plan_check'],
  ['workflow.verifier'],
  ['workflow.text_mode'],
  ['verification.commands'],
  ['model_profile'],
  ['models.planning'],
  ['models.execution'],
  ['planning.commit_docs'],
]

/** One line a setting; what differs from its default is marked. */
export function settingLines(setting: (key: string) => Json): string {
  const lines = SHOWN.flatMap(([key, example]) => {
    const row = configKey(key)
    if (row === null) return []
    const value = setting(key)
    const isDefault = JSON.stringify(value) === JSON.stringify(row.fallback)
    const mark = isDefault ? 'default' : `set; default ${said(row.fallback)}`
    const shownAs = example ?? exampleOf(row)
    const takes = shownAs === null ? expectedOf(row) : `e.g. ${shownAs}`
    return [`- \`${key}\` = ${said(value)} (${mark}; ${takes}): ${row.about}`]
  })
  return `\n${lines.join('\n')}`
}

const said = (value: Json): string =>
  value === null ? 'none' : typeof value === 'string' ? value : JSON.stringify(value)
