// Caches what rules read besides tokens: a prompt's scanned text, and a workflow's steps and arguments.
import type { Prompt } from '../../lib/assets/prompt.js'
import { parseWorkflow } from '../../lib/core/brief/workflow.js'
import { scan } from '../../lib/markdown/scan.js'
import { onceOf } from '../../lib/std/once.js'

type PromptText = Pick<Prompt, 'text'>

export const scanned = onceOf(({ text }: PromptText) => ({ text, spans: scan(text) }))
export const workflowOf = onceOf((prompt: PromptText) => parseWorkflow(prompt.text, scanned(prompt).spans))
