// The user's own address: receives JSON signed per Standard Webhooks; answers come from another address, if any.
import { listIn, nameIn, type Reply, type Service } from './service.js'

export const webhook: Service = {
  title: 'the webhook',
  api: null,
  secret: 'GSD_WEBHOOK_SECRET',
  to: { about: 'an https:// address', pattern: /^https?:\/\/[\x21-\x7e]{1,2000}$/ },
  from: { about: 'the name in its answers', pattern: /^[\x21-\x7e]{1,80}$/ },
  every: 10,
  credentials: () => ({ headers: {}, path: '', isSigned: true }),
  send: (_, { id, kind, project, title, text, options, isRead, after }) => ({
    method: 'POST',
    path: '',
    id: `${id}-${kind}`,
    body: { version: 1, type: kind, id, project, title, text, options, answerable: isRead, after },
  }),
  // A webhook has no message ids of its own.
  refIn: (_, { id }) => id,
  complaintIn: () => null,
  *look(_, { id }) {
    const { body, isSigned } = yield { method: 'GET', path: null, query: { question: id }, id: `${id}-answers` }
    if (!isSigned) return { failed: 'its answers are not signed', rest: null }
    return listIn(body, 'answers')
      .filter((one) => nameIn(one, 'question') === id)
      .map((one, index): Reply => ({ sender: nameIn(one, 'from'), said: nameIn(one, 'choice'), key: String(index) }))
  },
}
