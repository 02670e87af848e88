// Keeps what a person asks for behind one of our commands, for a draft that does not quote it.
import type { CheckAt } from '../check.js'

export const typedOrder: CheckAt<'prompt-submit', 'order'> = {
  id: 'typed-order',
  about: 'Keeps what a person asks for, word for word',
  points: ['prompt-submit'],
  actions: null,
  setting: null,
  needsProject: false,
  uses: { order: true },
  run({ prompt, inAgent }, _, { order }) {
    if (!inAgent && /^\s*[/$]gsd/.test(prompt)) order.note(prompt)
    return []
  },
}
