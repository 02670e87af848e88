// decision add, decision list and decision answer: questions for the user, each of which is answered once.
import { answerDecision, askDecision, isOpen, optionsIn, readDecisions } from '../../core/captures/decisions.js'
import { DECIDERS, deciderOf } from '../../core/consent.js'
import { POSITION_READS } from '../../core/derivation/facts.js'
import { deciderIn, readLedger } from '../../core/history/ledger.js'
import { userNameIn, userNameSteps } from '../../core/project/person.js'
import { arg, verb } from '../../core/verb.js'
import { refreshState } from '../../core/writing/projections.js'
import { Staging } from '../../core/writing/staging.js'
import { bool, listOf, oneOf, orNull, record, text, texts } from '../../std/shape.js'

export const decisionAdd = verb('decision.add', {
  about: 'Ask the user a question; work that needs the answer waits',
  args: {
    question: arg.text('The question', { required: true }),
    options: arg.text('Choices, as A|B'),
    phase: arg.text('Phase that waits for the answer; default: the active phase'),
  },
  result: record({ id: text(), path: text('Relative to the project root'), question: text(), options: texts() }),
  reads: [...POSITION_READS, 'decision'],
  writes: ['decision', 'state'],
  run({ view }, { question, options, phase }) {
    const staging = new Staging(view)
    const asked = askDecision(staging, { question, options: optionsIn(options), phase })
    if ('error' in asked) return { result: { id: '', path: '', question, options: [] }, error: asked.error }
    refreshState(staging)
    const { id, path, question: stated, options: choices } = asked.decision
    return { result: { id, path, question: stated, options: choices }, edits: staging.edits() }
  },
})

const decisionShape = record({
  id: text(),
  path: text(),
  status: text('open or answered'),
  question: text(),
  options: texts(),
  phase: orNull(text('null for the active phase')),
  asked: orNull(text()),
  choice: orNull(text()),
  note: orNull(text()),
  who: orNull(text()),
  by: orNull(oneOf(DECIDERS, 'Who answered; null if the ledger does not say')),
  answered_at: orNull(text()),
})

export const decisionList = verb('decision.list', {
  about: 'List the questions for the user with their answers, oldest first',
  args: { status: arg.choice(['open', 'answered'], 'List only questions with this status') },
  result: record({ decisions: listOf(decisionShape) }),
  reads: ['decision', 'ledger'],
  run({ view }, { status }) {
    const deciders = deciderIn(readLedger(view))
    const rows = readDecisions(view).map((decision) => {
      const { answeredAt, ...fields } = decision
      const state = isOpen(decision) ? 'open' : 'answered'
      return { ...fields, status: state, by: deciders(fields.id, fields.choice), answered_at: answeredAt }
    })
    return { result: { decisions: rows.filter((row) => status === undefined || row.status === status) } }
  },
})

export const decisionAnswer = verb('decision.answer', {
  about: "Record the user's decision; the first answer counts",
  args: {
    id: arg.word('Question id from decision list'),
    choice: arg.text('An option, by text or number', { required: true }),
    note: arg.text('Reason for the choice'),
    by: arg.text('Who decided; default: the git user name'),
    other: arg.flag('Accept a choice that is not one of the options'),
  },
  result: record({
    answered: bool(),
    id: text(),
    choice: orNull(text('The answer that counts; null if there is none')),
    who: orNull(text()),
    decider: orNull(oneOf(DECIDERS, 'Who answered; null if no answer was recorded now')),
  }),
  reads: [...POSITION_READS, 'decision'],
  writes: ['decision', 'state', 'ledger'],
  needs: ['programs', 'speaker'],
  async run({ view, results, run }, { id, choice, note, by, other }) {
    await run(() => userNameSteps(view, by))
    const who = userNameIn(by, results)
    // With --by, the user answered elsewhere, for example through gsd notify.
    const decider = by === undefined ? deciderOf(view) : 'person'
    const staging = new Staging(view)
    const replied = answerDecision(staging, id, { choice, note: note ?? null, who }, other)
    if ('error' in replied) {
      const { choice = null, who = null, ...found } = replied.decision ?? { id }
      return { result: { answered: false, id: found.id, choice, who, decider: null }, error: replied.error }
    }
    const { id: question, choice: accepted } = replied.decision
    const at = new Date(view.clock.now()).toISOString()
    staging.append({ kind: 'answered', at, question, choice: accepted, by: decider })
    refreshState(staging)
    return { result: { answered: true, id: question, choice: accepted, who, decider }, edits: staging.edits() }
  },
})
