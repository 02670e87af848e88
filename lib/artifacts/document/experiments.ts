// What was tried before anything was planned: throw-away code that answers a question, the index of it, and what planning takes from it.
import { documentCodec, documentSpec, type ValueOf } from './document.js'
import { dayField, listField, textField } from './document-fields.js'
import { itemsPart, prosePart } from './document-parts.js'
import { tablePart } from './table-part.js'

/** The parts without which a spike is half of one, by our key: the headings that mean them, the first as we write it. */
export const SPIKE_PARTS = {
  question: ['Question', 'What This Validates'],
  tried: ['How It Was Tried', 'Investigation Trail', 'How to Run'],
  findings: ['Findings', 'Results'],
} as const

const spikeSpec = documentSpec({
  id: 'spike',
  about: 'A throw-away experiment: its question, how it was tried, what that showed, the verdict',
  title: 'value',
  titleHint: '[Spike NNN: name]',
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
      hint: '[One entry a try: the command or the file, the words of its output, what that means]',
    }),
    findings: prosePart(SPIKE_PARTS.findings, {
      hint: '[What to build on and how, limits in figures, traps, what stays open]',
    }),
  },
  body: { hint: null },
})
export type SpikeValue = ValueOf<typeof spikeSpec>
export const spike = documentCodec(spikeSpec)

const manifestSpec = documentSpec({
  id: 'manifest',
  about: 'The index of the experiments of one kind; the CLI adds a row for each that is finished',
  title: 'value',
  titleHint: '[Manifest]',
  front: {},
  parts: {
    idea: prosePart(['Idea', 'Design Direction'], {}),
    requirements: prosePart(['Requirements', 'Reference Points'], {}),
    spikes: tablePart(['Spikes'], {
      number: ['Number', '#'],
      name: ['Name'],
      question: ['Question', 'Validates'],
      verdict: ['Verdict'],
    }),
  },
  body: { hint: null },
})
export type ManifestValue = ValueOf<typeof manifestSpec>
export const manifest = documentCodec(manifestSpec)

const findingsSpec = documentSpec({
  id: 'findings',
  about: 'What planning takes from the experiments of one kind',
  title: 'value',
  titleHint: '[Findings of the spikes]',
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
      hint: '- [What does not work or looked as if it did, and by what one knows it]',
    }),
    open: itemsPart(['Still open', 'Open'], {}),
  },
  body: { hint: null },
  needs: ['verdicts', 'rules'],
})
export type FindingsValue = ValueOf<typeof findingsSpec>
export const findings = documentCodec(findingsSpec)
