// What was tried before anything was planned: throw-away code and mockups that answer a question, the index of it, and what planning takes from it.
import type { ValueOf } from '../codec.js'
import { documentCodec } from './document.js'
import { dayField, listField, textField } from './document-fields.js'
import { itemsPart, prosePart } from './document-parts.js'
import { tablePart } from './table-part.js'

/** The parts without which a spike is half of one, by our key: the headings that mean them, the first as we write it. */
export const SPIKE_PARTS = {
  question: ['Question', 'What This Validates'],
  tried: ['How It Was Tried', 'Investigation Trail', 'How to Run'],
  findings: ['Findings', 'Results'],
} as const

export const spike = documentCodec({
  id: 'spike',
  about: 'A throw-away experiment: its question, how it was tried, what that showed, the verdict',
  heading: '[Spike NNN: name]',
  front: {
    spike: textField(['spike']),
    name: textField(['name']),
    validates: textField(['validates']),
    verdict: textField(['verdict'], {
      words: ['pending', 'validated', 'partial', 'invalidated'],
      required: true,
      hint: '[PENDING, VALIDATED, PARTIAL or INVALIDATED]',
    }),
    related: listField(['related']),
    tags: listField(['tags']),
  },
  parts: {
    question: prosePart(SPIKE_PARTS.question, {
      hint: '[One question with yes or no as its answer; what would show yes, what would show no]',
    }),
    tried: prosePart(SPIKE_PARTS.tried, {
      hint: '[One entry per try: the command or file, the words of its output, what it means]',
    }),
    findings: prosePart(SPIKE_PARTS.findings, {
      hint: '[What to build on and how, limits in figures, traps, what stays open]',
    }),
  },
})
export type SpikeValue = ValueOf<typeof spike>

/** As those of a spike. */
export const SKETCH_PARTS = {
  designQuestion: ['Question', 'Design Question'],
  variants: ['Variants'],
  findings: ['What Won and Why', 'Findings'],
} as const

export const sketch = documentCodec({
  id: 'sketch',
  about: 'Throw-away mockups of a design idea: the question, its variants, which one won and why',
  heading: '[Sketch NNN: name]',
  front: {
    sketch: textField(['sketch']),
    name: textField(['name']),
    question: textField(['question']),
    winner: textField(['winner'], { required: true, hint: '[A, B, parts of both as A + B, or none]' }),
    tags: listField(['tags']),
  },
  parts: {
    designQuestion: prosePart(SKETCH_PARTS.designQuestion, { hint: '[What is to be decided by looking]' }),
    variants: tablePart(SKETCH_PARTS.variants, ['variant', 'file', 'idea']),
    findings: prosePart(SKETCH_PARTS.findings, {
      hint: "[Why, in the user's words; what to keep when building, with its values; what was liked in the others]",
    }),
  },
})
export type SketchValue = ValueOf<typeof sketch>

export const manifest = documentCodec({
  id: 'manifest',
  about: 'The index of the experiments of one kind; the CLI adds a row for each that is finished',
  heading: '[Manifest]',
  front: {},
  parts: {
    idea: prosePart(['Idea', 'Design Direction'], {}),
    requirements: prosePart(['Requirements', 'Reference Points'], {}),
    spikes: tablePart(['Spikes'], {
      number: ['Number', '#'],
      name: ['Name'],
      question: ['Question', 'Validates'],
      outcome: ['Verdict'],
    }),
    sketches: tablePart(['Sketches'], {
      number: ['Number', '#'],
      name: ['Name'],
      question: ['Question', 'Design Question'],
      outcome: ['Winner'],
    }),
  },
})
export type ManifestValue = ValueOf<typeof manifest>

export const findings = documentCodec({
  id: 'findings',
  about: 'What planning takes from the experiments of one kind',
  heading: '[Findings of the spikes, or of the sketches]',
  front: { updated: dayField(['updated'], { required: true }) },
  parts: {
    verdicts: tablePart(['Verdicts'], {
      number: ['Number', '#'],
      question: ['Question'],
      verdict: ['Verdict', 'Winner'],
      follows: ['What follows'],
    }),
    rules: itemsPart(['Build on this', 'Rules'], {
      hint: '- [What to use or keep to, with its figures, and the numbers that showed it]',
    }),
    traps: itemsPart(['Leave alone', 'Traps'], {
      hint: '- [What does not work, or only looked as if it did, and how one can tell]',
    }),
    open: itemsPart(['Still open', 'Open'], {
      hint: '- [What nobody has seen yet, or where two contradict each other, with their numbers]',
    }),
  },
  needs: ['verdicts', 'rules'],
})
export type FindingsValue = ValueOf<typeof findings>
