// Commands added by the user or a project, read like the pack's.
import { frontText } from '../core/brief/prompt-front.js'
import type { Page } from '../core/pages.js'
import { runtimeOf, SHARED } from '../runtimes/all.js'
import type { Assets } from './pack.js'
import { type CommandPrompt, parsePrompt } from './prompt.js'
import { renderBody } from './render.js'

/** Added to a page without `{{args}}`, the placeholder for the words after the command's name. */
const ARGS_LINE = "\nThe user's words: {{args}}\n"
/** The problem of a command that the user has not trusted, such as one that came with a clone. */
export const UNTRUSTED = 'not trusted on this machine'
const MAX_ABOUT = 200

const unquoted = (text: string): string => text.replace(/^(["'])(.*)\1$/, '$2')

export function ownCommand(
  { name, text, trusted }: Page,
  assets: Assets,
): CommandPrompt | { readonly problem: string } {
  if (!trusted) return { problem: UNTRUSTED }
  if (assets.has('command', name)) return { problem: 'the pack already has a command with this name' }
  const plain = text.replace(/^\ufeff/, '').replaceAll('\r\n', '\n')
  const whole = plain.includes('{{args}}') ? plain : plain.trimEnd() + ARGS_LINE
  const prompt = parsePrompt('command', `commands/${name}.md`, whole) as CommandPrompt
  const about = unquoted(prompt.about).slice(0, MAX_ABOUT)
  if (about === '') return { problem: 'its front matter has no description' }
  const target = { runtime: runtimeOf(SHARED), entries: 'own', cli: 'gsd-tools', payload: '' } as const
  const body = renderBody(prompt, target, assets)
  const [wrong] = 'problems' in body ? body.problems : []
  if (wrong !== undefined)
    return { problem: `line ${wrong.line}: expected ${wrong.expected}, received ${wrong.received}` }
  return Object.assign(prompt, { about, hint: unquoted(frontText(prompt.front, 'argument-hint')) })
}
