// Caches what rules read besides tokens: a prompt's scanned text, and a workflow's steps and arguments.
import type { Prompt } from '../../lib/assets/prompt.js'
import { parseWorkflow } from '../../lib/core/brief/workflow.js'
import { scan } from '../../lib/markdown/scan.js'
import { onceOf } from '../../lib/std/once.js'

type Written = Pick<Prompt, 'text'>

export const scanned = onceOf(({ text }: Written) => ({ text, spans: scan(text) }))
export const workflowOf = onceOf((prompt: Written) => parseWorkflow(prompt.text, scanned(prompt).spans))
