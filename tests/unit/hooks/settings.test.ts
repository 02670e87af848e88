// Every setting of what runs inside a client acts: what is heard there changes with its value. That a switch silences its checks is shown by `run.test.ts`.
import { describe, expect, it } from 'vitest'
import { CONFIG_KEYS } from '../../../lib/artifacts/config/config-keys.js'
import { SWITCH_KEYS } from '../../../lib/artifacts/config/switches.js'
import { ruleOf } from '../../../lib/core/own-rules.js'
import { commitGuard } from '../../../lib/hooks/checks/commit.js'
import { contextMonitor } from '../../../lib/hooks/checks/context-monitor.js'
import { ownRules } from '../../../lib/hooks/checks/rules.js'
import { statusLine } from '../../../lib/hooks/checks/status-line.js'
import { around, ask, hookEvent, toolUse } from '../../support/hooks.js'

type Heard = (settings: Readonly<Record<string, unknown>>) => Promise<unknown>

const committing: Heard = (settings) => {
  const tools = [toolUse({ name: 'Bash', action: 'shell', command: 'git commit -m "zap: x"' })]
  return ask(commitGuard, hookEvent({ tools }), around({}, settings))
}

const withLeft =
  (remaining: number): Heard =>
  (settings) =>
    ask(contextMonitor, hookEvent({ point: 'post-tool', context: { tokens: null, remaining } }), around({}, settings))

const line: Heard = (settings) => {
  const files = {
    '.git/HEAD': 'ref: refs/heads/main\n',
    '.planning/STATE.md': '---\nlast_updated: "1969-12-01T00:00:00.000Z"\n---\n',
  }
  const event = hookEvent({ point: 'status-line', context: { tokens: 9000, remaining: 60 } })
  return ask(statusLine, event, around(files, settings))
}

const ruled: Heard = ({ 'rules.<name>': said }) => {
  const rule = said === undefined ? null : ruleOf({ name: 'r', key: 'rules.r', text: JSON.stringify(said) })
  return ask(
    ownRules,
    hookEvent({ tools: [toolUse()] }),
    around({}, {}, { rules: () => (rule === null ? [] : [rule]) }),
  )
}

/** By key: what hears of it, and a value that is not the usual one. */
const HEARD: Readonly<Record<string, readonly [heard: Heard, to: unknown]>> = {
  'workflow.context_guard_mode': [withLeft(30), 'off'],
  'hooks.commit_types': [committing, ['zap']],
  'hooks.context_warning_threshold': [withLeft(50), 60],
  'hooks.context_critical_threshold': [withLeft(30), 32],
  'rules.<name>': [ruled, { tools: ['write'], text: 'Mind this.' }],
  'statusline.context_position': [line, 'front'],
  'statusline.show_context_tokens': [line, true],
  'statusline.show_git': [line, true],
  'statusline.show_state_freshness': [line, true],
}

describe('a setting of what runs inside a client', () => {
  const keys = CONFIG_KEYS.filter(({ serves }) => serves === 'hooks').map(({ key }) => key)
  it.each(keys.filter((key) => !SWITCH_KEYS.some((one) => one === key)))('%s changes what is heard', async (key) => {
    const [heard, to] = HEARD[key] ?? []
    expect(heard, 'it needs a row in the table that shows it').toBeDefined()
    expect(await heard?.({ [key]: to })).not.toEqual(await heard?.({}))
  })
})
