// The waiting signal: an open decision shown to tools that look for a file.
import { askDecision, optionsIn, resumeSignal, waitingPath } from '../core/captures/decisions.js'
import { bool, listOf, record, text } from '../std/shape.js'
import { arg, mutation } from '../verbs/verb.js'

export const stateSignalWaiting = mutation('state.signal-waiting', {
  about: 'Put a question to the person: the same as decision add',
  args: {
    type: arg.text('Kind of question'),
    question: arg.text('What to decide', { required: true }),
    options: arg.text('Choices, as A|B'),
    phase: arg.text('Phase that waits for it; the active one unless given', { names: 'phase' }),
  },
  result: record({ signaled: bool(), path: text('The signal'), paths: listOf(text()) }),
  reads: ['roadmap', 'decision'],
  writes: ['decision', 'waiting'],
  run({ type, question, options, phase }, view) {
    const path = waitingPath(view)
    const asked = askDecision(view, { question, options: optionsIn(options), type, phase })
    if ('error' in asked) return { result: { signaled: false, path, paths: [] }, error: asked.error }
    return { result: { signaled: true, path, paths: [path, asked.decision.path] }, edits: asked.edits }
  },
})

export const stateSignalResume = mutation('state.signal-resume', {
  about: 'Take the waiting signal away; refused while a question waits',
  result: record({ resumed: bool(), removed: bool('There was a signal') }),
  reads: ['decision'],
  writes: ['waiting'],
  run(_args, view) {
    const found = resumeSignal(view)
    if ('error' in found) return { result: { resumed: false, removed: false }, error: found.error }
    return { result: { resumed: true, removed: found.removed }, edits: found.edits }
  },
})
