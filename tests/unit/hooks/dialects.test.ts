// Events of clients in a common form, and answers in the clients' formats.
import { describe, expect, it } from 'vitest'
import type { Answer } from '../../../lib/hooks/answer.js'
import type { HookContext } from '../../../lib/hooks/check.js'
import { DIALECTS } from '../../../lib/hooks/dialects.js'
import { readEvent } from '../../../lib/hooks/fields.js'
import { RUNTIME_IDS, type RuntimeId, runtimeOf } from '../../../lib/runtimes/all.js'
import type { HookRow } from '../../../lib/runtimes/hooks.js'

const rowOf = (id: RuntimeId) => runtimeOf(id).hooks as HookRow
const dialectOf = (id: RuntimeId) => DIALECTS[rowOf(id).dialect](rowOf(id))
const EMPTY: Answer = { deny: null, advice: [], messages: [], line: null }
const DENY: Answer = { ...EMPTY, deny: { code: 'NO', text: 'why' } }

const WRITE = {
  hook_event_name: 'PreToolUse',
  session_id: 's',
  cwd: '/p',
  tool_name: 'Write',
  tool_input: { file_path: '/p/a.txt', content: 'x\n' },
}
/** The event before a write of `/p/a.txt`, in each client's format. */
const WRITES: Readonly<Partial<Record<RuntimeId, readonly [payload: Record<string, unknown>, hint: string | null]>>> = {
  claude: [WRITE, null],
  codex: [
    {
      ...WRITE,
      tool_name: 'apply_patch',
      tool_input: { command: '*** Begin Patch\n*** Add File: /p/a.txt\n+x\n*** End Patch\n' },
    },
    null,
  ],
  gemini: [{ ...WRITE, hook_event_name: 'BeforeTool', tool_name: 'write_file' }, null],
  qwen: [WRITE, null],
  copilot: [
    { sessionId: 's', cwd: '/p', toolName: 'create', toolArgs: '{"path":"/p/a.txt","file_text":"x\\n"}' },
    'preToolUse',
  ],
  cursor: [
    {
      conversation_id: 's',
      workspace_roots: ['/p'],
      hook_event_name: 'preToolUse',
      tool_name: 'Write',
      tool_input: { file_path: '/p/a.txt', contents: 'x\n' },
    },
    'preToolUse',
  ],
  cline: [
    {
      hookName: 'tool_call',
      taskId: 's',
      workspaceRoots: ['/p'],
      agent_id: 'a',
      parent_agent_id: null,
      tool_call: { id: 'c', name: 'editor', input: { path: '/p/a.txt', new_text: 'x\n' } },
      preToolUse: { toolName: 'editor', parameters: { path: '/p/a.txt', new_text: 'x\n' } },
    },
    'PreToolUse',
  ],
  opencode: [
    { cwd: '/p', sessionID: 's', tool: 'write', args: { filePath: '/p/a.txt', content: 'x\n' } },
    'tool.execute.before',
  ],
  pi: [{ cwd: '/p', session_id: 's', tool: 'write', args: { path: '/p/a.txt', content: 'x\n' } }, 'tool_call'],
  augment: [
    {
      hook_event_name: 'PreToolUse',
      session_id: 's',
      cwd: '/p',
      tool_name: 'save-file',
      tool_input: { path: '/p/a.txt', file_content: 'x\n' },
    },
    null,
  ],
  antigravity: [
    {
      session_id: 's',
      cwd: '/p',
      tool_name: 'write_to_file',
      tool_input: { TargetFile: '/p/a.txt', CodeContent: 'x\n' },
    },
    'PreToolUse',
  ],
}
const CASES = Object.entries(WRITES).map(([id, [payload, hint]]) => [id as RuntimeId, payload, hint] as const)

describe.each(CASES)('%s', (id, payload, hint) => {
  it('is read as a write of one file', () => {
    const event = readEvent(rowOf(id), payload, hint)
    expect(event).toMatchObject({ point: 'pre-tool', session: 's', cwd: '/p' })
    const [tool, ...others] = event?.point === 'pre-tool' ? event.tools : []
    expect([tool, others]).toMatchObject([{ path: '/p/a.txt', content: 'x\n' }, []])
    expect(['write', 'edit']).toContain(tool?.action)
  })

  it('gets a refusal with its reason, and only JSON or nothing', () => {
    const dialect = dialectOf(id)
    const event = readEvent(rowOf(id), payload, hint)
    const reply = dialect.answer(DENY, event as never)
    expect(reply).toContain('NO: why')
    for (const output of [reply, dialect.silence, dialect.answer({ ...EMPTY, advice: ['b'] }, event as never)])
      if (output !== '') expect(JSON.parse(output)).toBeTypeOf('object')
  })
})

describe('a client that runs another client’s hooks', () => {
  const facts = runtimeOf('claude').hooks as HookRow
  const dialect = DIALECTS['nested-doubled'](facts)
  const about = { hook_event_name: 'SessionStart', session_id: 's', cwd: '/p' }
  const event = readEvent(facts, about, null) as HookContext

  it('finds added text at the top level, and a refusal where the other client finds it', () => {
    const parsedReply = (answer: Answer, to: HookContext) => JSON.parse(dialect.answer(answer, to))
    expect(parsedReply({ ...EMPTY, advice: ['a', 'b'] }, event)).toMatchObject({ additionalContext: 'a\n\nb' })
    expect(parsedReply(DENY, readEvent(facts, {}, 'PreToolUse') as HookContext).hookSpecificOutput).toMatchObject({
      permissionDecision: 'deny',
    })
    expect(dialect.answer(EMPTY, event)).toBe('')
  })
})

describe('every client with hooks', () => {
  const IDS = RUNTIME_IDS.filter((id) => runtimeOf(id).hooks !== null)

  it.each(IDS)('%s: recognises each of its events, and no garbage', (id) => {
    const odd = [{}, { hook_event_name: 7 }, { hook_event_name: 'No', tool_input: [] }, { tool_name: {}, cwd: [] }]
    for (const payload of odd) expect(readEvent(rowOf(id), payload, null)).toBeNull()
    for (const [point, names] of Object.entries(rowOf(id).events))
      for (const name of names) expect(readEvent(rowOf(id), {}, name)).toMatchObject({ point, name })
  })
})

describe('an answer', () => {
  it('has context only if the client reads it', () => {
    const dialect = dialectOf('claude')
    const at = (name: string) =>
      dialect.answer({ ...EMPTY, advice: ['a', 'b'] }, readEvent(rowOf('claude'), {}, name) as never)
    expect(JSON.parse(at('PostToolUse'))).toEqual({
      hookSpecificOutput: { hookEventName: 'PostToolUse', additionalContext: 'a\n\nb' },
    })
    expect(at('Stop')).toBe('')
  })

  it('is an approval for a client that treats silence as a refusal', () => {
    expect(JSON.parse(dialectOf('antigravity').silence)).toEqual({ decision: 'allow' })
  })
})

describe('a line of shell', () => {
  it.each(['Bash', 'Monitor', 'PowerShell'])('of Claude Code is recognised in the tool %s', (name) => {
    const payload = { ...WRITE, tool_name: name, tool_input: { command: 'cat .env', description: 'look' } }
    const event = readEvent(rowOf('claude'), payload, null)
    expect(event?.point === 'pre-tool' && event.tools.map(({ action, command }) => [action, command])).toEqual([
      ['shell', 'cat .env'],
    ])
  })
})
