// An extension that subscribes to events.
import { ask, queueMessages, takeMessages } from './asking.js'

// A context that has ended throws when it is read.
const readOrUndefined = (read) => {
  try {
    return read()
  } catch {
    return undefined
  }
}
const usage = (ctx) => {
  const { percent, tokens } = readOrUndefined(() => ctx.getContextUsage()) ?? {}
  if (typeof percent !== 'number') return {}
  return { context_window: { remaining_percentage: Math.max(0, Math.round(100 - percent)), total_tokens: tokens } }
}
const about = (ctx, more) => ({
  cwd: readOrUndefined(() => ctx.cwd) ?? process.cwd(),
  session_id: readOrUndefined(() => ctx.sessionManager.getSessionId()),
  transcript_path: readOrUndefined(() => ctx.sessionManager.getSessionFile()),
  ...usage(ctx),
  ...more,
})

export default (pi) => {
  // The client runs one session at a time, so one queue is enough.
  const session = 'session'
  const askAndQueue = async (name, ctx, more) => {
    const answer = await ask(name, about(ctx, more))
    queueMessages(session, answer)
    return answer
  }
  pi.on('session_start', async ({ reason }, ctx) => {
    await askAndQueue('session_start', ctx, { source: reason })
  })
  pi.on('before_agent_start', async ({ prompt }, ctx) => {
    await askAndQueue('before_agent_start', ctx, { prompt })
    const content = takeMessages(session)
    if (content) return { message: { customType: 'gsd', content, display: false } }
  })
  pi.on('tool_call', async ({ toolName, input }, ctx) => {
    const { deny } = await askAndQueue('tool_call', ctx, { tool: toolName, args: input })
    if (deny) return { block: true, reason: [deny, takeMessages(session)].filter(Boolean).join('\n\n') }
  })
  pi.on('tool_result', async ({ toolName, input, content }, ctx) => {
    await askAndQueue('tool_result', ctx, { tool: toolName, args: input, output: content })
    const text = takeMessages(session)
    if (text) return { content: [...content, { type: 'text', text }] }
  })
  pi.on('session_before_compact', async (_, ctx) => {
    await askAndQueue('session_before_compact', ctx)
  })
  pi.on('agent_end', async (_, ctx) => {
    await askAndQueue('agent_end', ctx)
  })
  pi.on('session_shutdown', async ({ reason }, ctx) => {
    await askAndQueue('session_shutdown', ctx, { reason })
  })
}
