// Parts that the hook program loads only when needed: for plans, rules of the project and the user, extensions and typed orders.
import { type Rule, rulesIn } from '../core/own-rules.js'
import { orderIn } from '../core/typed-order.js'
import { pageGround, saveTypedOrder } from '../node/caller.js'
import type { Variables } from '../node/home.js'
import { findProject, rootFrom } from '../node/project.js'

export { brokenPlans, planningGate } from '../hooks/checks/planning-gate.js'
export { sha256 } from '../node/digest.js'
export { extensionFindings } from './extension-moments.js'

export function rulesAt(start: string, env: Variables): readonly Rule[] {
  const found = findProject({ start, env, anyWorkstream: true })
  return found === null ? [] : rulesIn(pageGround(found.root, env, found.base))
}

export function recordOrder(env: Variables, start: string, prompt: string, now: number): void {
  const words = orderIn(prompt)
  if (words !== null) saveTypedOrder(env, rootFrom(env, start), words, now)
}
