// Keeps the user's words after one of our commands, for a draft that does not quote them.
import type { CheckAt } from '../check.js'

export const typedOrder: CheckAt<'prompt-submit'> = {
  id: 'typed-order',
  about: "Records the user's request, word for word",
  points: ['prompt-submit'],
  actions: null,
  setting: null,
  needsProject: false,
  run({ prompt, inAgent }, _, { ordered }) {
    if (!inAgent && /^\s*[/$]gsd/.test(prompt)) ordered(prompt)
    return []
  },
}
