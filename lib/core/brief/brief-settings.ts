// The settings workflow's list: value, alternatives and effect of each main setting.
import { exampleOf, expectedOf } from '../../artifacts/config/config-check.js'
import { configKey } from '../../artifacts/config/config-keys.js'
import type { Json } from '../../std/json.js'
import { joined, languageText, ours, quoted, type SafeText, say, wordText } from '../../std/safe-text.js'

/** Key, and an example value if its type does not suffice. */
const SHOWN: readonly (readonly [key: string, example?: string])[] = [
  ['mode'],
  ['granularity'],
  ['response_language', 'German'],
  ['workflow.auto_advance'],
  ['workflow.skip_discuss'],
  ['workflow.research'],
  ['workflow.plan_check'],
  ['workflow.verifier'],
  ['workflow.code_review_depth'],
  ['workflow.text_mode'],
  ['verification.commands'],
  ['model_profile'],
  ['models.planning'],
  ['models.execution'],
  ['planning.commit_docs'],
]

/** One line a setting; values other than the default are marked. */
export function settingLines(setting: (key: string) => Json): SafeText {
  const lines = SHOWN.flatMap(([key, example]) => {
    const row = configKey(key)
    if (row === null) return []
    const value = setting(key)
    const isDefault = JSON.stringify(value) === JSON.stringify(row.fallback)
    const mark = isDefault ? say`default` : say`set; default ${valueText(row.fallback)}`
    const shownAs = example ?? exampleOf(row)
    const takes = ours(shownAs === null ? expectedOf(row) : `e.g. ${shownAs}`)
    return [say`- \`${ours(key)}\` = ${valueText(value)} (${mark}; ${takes}): ${ours(row.about)}`]
  })
  return say`\n${joined(lines, '\n')}`
}

/** Maximum bytes of a value. */
const LONGEST = 100

function valueText(value: Json): SafeText {
  if (value === null) return say`none`
  if (typeof value === 'boolean' || typeof value === 'number') return ours(String(value))
  if (typeof value === 'string') return languageText(value) ?? wordText(value) ?? long(quoted(value, LONGEST))
  return Array.isArray(value) && value.length === 0 ? say`[]` : long(quoted(JSON.stringify(value), LONGEST))
}

const long = (quote: SafeText | null): SafeText => quote ?? say`(long: gsd-tools config list)`
