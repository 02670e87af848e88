// The kinds of outside plans, one row a kind.
import { bmad } from './bmad.js'
import { gsd2 } from './gsd2.js'
import { openspec } from './openspec.js'
import type { Format } from './outside.js'
import { plainPlan } from './plain-plan.js'
import { specKit } from './spec-kit.js'
import { taskMaster } from './task-master.js'

export const FORMATS = {
  openspec,
  'spec-kit': specKit,
  'task-master': taskMaster,
  bmad,
  gsd2,
  plan: plainPlan,
} as const satisfies Readonly<Record<string, Format>>

export type FormatId = keyof typeof FORMATS

export const FORMAT_IDS = Object.keys(FORMATS) as readonly FormatId[]
