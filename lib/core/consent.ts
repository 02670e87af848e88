// Whose word a decision is. A record says it, every view shows it, and an agent's word never passes for a person's.
import type { ErrorBody } from '../errors.js'
import type { View } from './view.js'

/**
 * `terminal`: typed by a person at a terminal that no client started · `board`: sent from the page of a board that a person started there · `prompt`: typed by a person as a prompt or an answer, seen by a hook ·
 * `agent`: an agent says that a person said so, which counts only where the person's own settings allow it.
 */
export const WORDS = ['terminal', 'board', 'prompt', 'agent'] as const
export type Word = (typeof WORDS)[number]

export const isWord = (value: unknown): value is Word => WORDS.includes(value as Word)

/** How views name the kinds, behind what was decided. */
export const WHOSE = {
  terminal: 'a person said so at a terminal',
  board: 'a person said so at the board of this machine',
  prompt: 'a person said so in a session',
  agent: "on the agent's word",
} as const satisfies Readonly<Record<Word, string>>

/** `remote`: answered from elsewhere by somebody whom a person of this machine named. It chooses among what was asked; no consent rests on it. */
export type Speaker = Word | 'remote'

/** The same for answers. */
export const SPOKEN: Readonly<Record<Speaker, string>> = { ...WHOSE, remote: 'a person said so from elsewhere' }

/** How an acceptance is told. */
export const ACCEPTED: Readonly<Record<Word, string>> = {
  terminal: 'a person accepted it as it stands, at a terminal',
  board: 'a person accepted it as it stands, at the board of this machine',
  prompt: 'a person accepted it as it stands, in a session',
  agent: "it was accepted as it stands, on the agent's word",
}

/**
 * What only a person decides, by the verb that carries it out: each of them drops evidence, puts a word in its place, or lets something run or count that guards would stop.
 * A verb that takes a word (`--agree`) stands here, and one that stands here takes one.
 */
export const DECISIONS = {
  adopt: 'finished work of an older tool counts though no check of it ran, or counts no more',
  'requirements.mark-complete': 'with --overrule: a requirement is complete against what evidence says',
  'requirements.revert-phase': 'with --overrule: a requirement is open against what evidence says',
  'verification.override': 'a must-have that failed does not stand in the way of a verified phase',
  'pending.accept': 'what a plan left open asks for no replanning',
  'audit-open': 'with --acknowledge: open items pass when a milestone closes',
  'phase.remove': 'of a phase with work that is carried out',
  'milestone.complete': 'with --force: a milestone closes unfinished',
  'workstream.complete': 'of a workstream with phases that are not done',
  'unit.reset': 'a unit that reached the limit of its attempts is tried again',
  undo: 'of a write in which a person decided',
  'trust.agree': 'commands that files of the project name run on this machine',
  'ext.trust': 'code of an extension that lies in the project runs on this machine',
  'config.set': 'of a value that weakens the verifier, the threat model or another guard that a person holds',
  'config.new-project': 'with such a value among the choices',
} as const satisfies Readonly<Record<string, string>>

/** One decision that only a person takes. */
export interface Decision {
  /** The verb that carries it out, e.g. `adopt`. */
  readonly action: string
  /** What exactly is agreed to, e.g. the digests of the files: another subject needs another word. */
  readonly subject: string
  /** The consequence in one sentence, for the person who is asked. */
  readonly question: string
  /** The call that carries it out, without the word. */
  readonly call: string
  /** No agent's word is enough, whatever the person's settings say. */
  readonly personOnly?: boolean
}

/** What a person types to agree: `gsd-` and eight hexadecimal digits. */
export const CODE = /^gsd-[0-9a-f]{8}$/

/** What a person types to agree to exactly this. Nobody without the person's key can know it, and no tree can hold it. Null where there is no key. */
function codeOf({ custody }: Pick<View, 'custody'>, { action, subject }: Decision): string | null {
  const seal = custody.seal(`consent\0${action}\0${subject}`)
  return seal === null ? null : `gsd-${seal.slice(0, 8)}`
}

/** The setting of the person's own file under which an agent's word counts. */
export const AGENT_WORD = 'consent.agent_word'

/** The argument of every verb that asks for a person's word. */
export const AGREE = { type: 'text', about: 'The word that a person typed to agree to exactly this' } as const

/** Whose word stands behind `given` (the value of `--agree`), or the error that asks for one. */
export function wordFor(view: View, decision: Decision, given: string | undefined): Word | ErrorBody {
  if (view.custody.onlyLooks) return 'prompt'
  const code = codeOf(view, decision)
  if (code === null)
    return {
      code: 'CONSENT_REQUIRED',
      message: `${decision.question} Only a person decides this, and there is no key in the home folder by which their word could be known`,
      fix: 'make the folder .gsd of your home writable, then ask again',
    }
  if (given !== code)
    return asked(view, decision, code, given === undefined ? null : `"${given}" is not the word for exactly this`)
  if (view.custody.seat !== null) return view.custody.seat
  if (view.custody.typed(code)) return 'prompt'
  return view.custody.allowsAgent && decision.personOnly !== true
    ? 'agent'
    : asked(view, decision, code, 'no person was seen typing the word as a message of their own in the last 12 hours')
}

function asked(view: View, { question, call }: Decision, code: string, why: string | null): ErrorBody {
  const here = view.custody.hearsPrompts
    ? `type ${code} as their next message, alone, after which you call: ${call} --agree ${code}; or `
    : ''
  return {
    code: 'CONSENT_REQUIRED',
    message: `${question} Only a person decides this${why === null ? '' : `: ${why}`}`,
    fix: `show the person this question; to agree they ${here}run at a terminal of their own: ${call}`,
    word: code,
  }
}

export const isRefused = (word: Word | ErrorBody): word is ErrorBody => typeof word !== 'string'
