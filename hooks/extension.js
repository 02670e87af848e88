// An extension that subscribes to events.
import { ask, tell, told } from './asking.js'

// A context that is over throws.
const part = (read) => {
  try {
    return read()
  } catch {
    return undefined
  }
}
const usage = (ctx) => {
  const { percent, tokens } = part(() => ctx.getContextUsage()) ?? {}
  if (typeof percent !== 'number') return {}
  return { context_window: { remaining_percentage: Math.max(0, Math.round(100 - percent)), total_tokens: tokens } }
}
const about = (ctx, more) => ({
  cwd: part(() => ctx.cwd) ?? process.cwd(),
  session_id: part(() => ctx.sessionManager.getSessionId()),
  transcript_path: part(() => ctx.sessionManager.getSessionFile()),
  ...usage(ctx),
  ...more,
})

export default (pi) => {
  const here = 'here'
  const hear = async (name, ctx, more) => {
    const said = await ask(name, about(ctx, more))
    tell(here, said)
    return said
  }
  pi.on('session_start', async ({ reason }, ctx) => {
    await hear('session_start', ctx, { source: reason })
  })
  pi.on('before_agent_start', async ({ prompt }, ctx) => {
    await hear('before_agent_start', ctx, { prompt })
    const content = told(here)
    if (content) return { message: { customType: 'gsd', content, display: false } }
  })
  pi.on('tool_call', async ({ toolName, input }, ctx) => {
    const { deny } = await hear('tool_call', ctx, { tool: toolName, args: input })
    if (deny) return { block: true, reason: [deny, told(here)].filter(Boolean).join('\n\n') }
  })
  pi.on('tool_result', async ({ toolName, input, content }, ctx) => {
    await hear('tool_result', ctx, { tool: toolName, args: input, output: content })
    const text = told(here)
    if (text) return { content: [...content, { type: 'text', text }] }
  })
  pi.on('session_before_compact', async (_, ctx) => {
    await hear('session_before_compact', ctx)
  })
  pi.on('agent_end', async (_, ctx) => {
    await hear('agent_end', ctx)
  })
  pi.on('session_shutdown', async ({ reason }, ctx) => {
    await hear('session_shutdown', ctx, { reason })
  })
}
