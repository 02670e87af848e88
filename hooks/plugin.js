// A plugin that answers named hooks. Text that it adds stays in the conversation, which keeps the prompt cache valid.
import { ask, queueMessages, takeMessages } from './asking.js'

// The size of the context window and the tokens in it, by session.
const windows = new Map()
const usage = (session) => {
  const { size, tokens } = windows.get(session) ?? {}
  if (!(size > 0) || !(tokens > 0)) return {}
  const remaining_percentage = Math.max(0, Math.round(100 - (100 * tokens) / size))
  return { context_window: { remaining_percentage, total_tokens: tokens } }
}
const measure = (session, part) => windows.set(session, { ...windows.get(session), ...part })
const sum = ({ input, output, reasoning, cache } = {}) =>
  [input, output, reasoning, cache?.read, cache?.write].reduce((all, count) => all + (count > 0 ? count : 0), 0)

export const GsdPack = async ({ directory }) => {
  const agents = new Set()
  const begun = new Map()
  const about = (session, more) => ({
    cwd: directory,
    session_id: session,
    ...(agents.has(session) ? { agent_id: session } : {}),
    ...usage(session),
    ...more,
  })
  // A resumed session sends no `session.created`, so its first message begins it.
  const begin = (session, source) => {
    if (!begun.has(session))
      begun.set(
        session,
        ask('session.created', about(session, { source })).then((answer) => queueMessages(session, answer)),
      )
    return begun.get(session)
  }
  return {
    event: async ({ event: { type, properties = {} } }) => {
      const { info = {}, sessionID } = properties
      if (type === 'session.created' && info.parentID) agents.add(info.id)
      else if (type === 'session.created' && info.id) await begin(info.id, 'startup')
      else if (type === 'session.idle') queueMessages(sessionID, await ask('session.idle', about(sessionID)))
      else if (type === 'message.updated' && info.role === 'assistant' && sum(info.tokens) > 0)
        measure(info.sessionID, { tokens: sum(info.tokens) })
    },
    'chat.params': async ({ sessionID, model }) => {
      measure(sessionID, { size: model?.limit?.context })
    },
    'chat.message': async ({ sessionID }, { parts }) => {
      if (agents.has(sessionID)) return
      await begin(sessionID, 'resume')
      const prompt = parts.map(({ text }) => text ?? '').join('\n')
      queueMessages(sessionID, await ask('chat.message', about(sessionID, { prompt })))
      const last = parts.at(-1)
      const text = last === undefined ? undefined : takeMessages(sessionID)
      if (!text) return
      const { id, messageID } = last
      parts.push({ id: `${id}gsd`, sessionID, messageID, type: 'text', text, synthetic: true })
    },
    'tool.execute.before': async ({ sessionID, tool }, { args }) => {
      const answer = await ask('tool.execute.before', about(sessionID, { tool, args }))
      queueMessages(sessionID, answer)
      if (answer.deny) throw new Error([answer.deny, takeMessages(sessionID)].filter(Boolean).join('\n\n'))
    },
    'tool.execute.after': async ({ sessionID, tool, args }, result) => {
      const output = result.output ?? result.content
      queueMessages(sessionID, await ask('tool.execute.after', about(sessionID, { tool, args, output })))
      if (typeof result.output === 'string')
        result.output = [result.output, takeMessages(sessionID)].filter(Boolean).join('\n\n')
      else if (Array.isArray(result.content)) {
        const text = takeMessages(sessionID)
        if (text) result.content.push({ type: 'text', text })
      }
    },
  }
}
