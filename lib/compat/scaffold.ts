// phase scaffold: one verb for the scaffolds that have verbs of their own.
import { bool, maybe, record, text } from '../std/shape.js'
import { PHASE } from '../verbs/arguments.js'
import { arg, mutation } from '../verbs/verb.js'
import { scaffoldContext, scaffoldPhaseDir, scaffoldUat, scaffoldVerification } from './template.js'

const BY_KIND = {
  context: scaffoldContext,
  uat: scaffoldUat,
  verification: scaffoldVerification,
  'phase-dir': scaffoldPhaseDir,
} as const

export const phaseScaffold = mutation('phase.scaffold', {
  about: 'Create an empty CONTEXT, UAT or VERIFICATION, or the directory of a phase',
  args: {
    kind: arg.choice(['context', 'uat', 'verification', 'phase-dir'], 'What to create', {
      positional: true,
      required: true,
    }),
    phase: PHASE,
    name: arg.text('Title that gives a directory its name'),
  },
  result: record({ created: bool(), path: text(), directory: maybe(text()), reason: maybe(text()) }),
  reads: [...new Set(Object.values(BY_KIND).flatMap(({ reads }) => reads))],
  writes: [...new Set(Object.values(BY_KIND).flatMap(({ writes }) => writes))],
  run: ({ kind, ...rest }, view) => BY_KIND[kind].run(rest, view),
})
