// A prompt for a reviewer with a limit: instructions and roadmap whole, plans as many as fit, what was left out said.
import { textAt } from '../../core/project/project-files.js'
import type { ErrorBody } from '../../errors.js'
import { bool, int, record, text, texts } from '../../std/shape.js'
import { mutation } from '../verb.js'

/** Four bytes of UTF-8 count as one token. */
const tokensOf = (part: string): number => Math.ceil(new TextEncoder().encode(part).length / 4)

export const promptBudget = mutation({
  name: 'prompt-budget',
  about: 'Put a prompt together that fits into a number of tokens',
  args: {
    budget: { type: 'int', required: true, about: 'Tokens the prompt may have' },
    'instructions-file': { type: 'path', required: true, about: 'Instructions; never shortened' },
    'roadmap-file': { type: 'path', about: 'Roadmap; left out first when it does not fit' },
    'plan-file': { type: 'list', of: 'path', about: 'Plans, the most important first' },
    'output-prompt': { type: 'path', required: true, about: 'Where the prompt goes, below .planning/' },
    'output-metadata': { type: 'path', about: 'Where the account of it goes, below .planning/' },
  },
  result: record({ fits: bool(), tokens: int(), dropped: texts('Files that did not fit'), output: text() }),
  reads: [],
  writes: ['draft', 'other'],
  needsWorkstream: false,
  run(args, view) {
    const output = args['output-prompt']
    const instructions = textAt(view, args['instructions-file'])
    const missing = [args['instructions-file'], args['roadmap-file'], ...args['plan-file']].filter(
      (path): path is string => path !== undefined && textAt(view, path) === null,
    )
    const no = (error: ErrorBody, tokens = 0) => ({
      result: { fits: false, tokens, dropped: [], output },
      error,
      edits: [] as const,
    })
    if (instructions === null || missing.length > 0)
      return no({ code: 'FILE_NOT_FOUND', message: `not there: ${missing.join(', ')}`, fix: 'name files that exist' })
    let tokens = tokensOf(instructions)
    if (tokens > args.budget)
      return no(
        {
          code: 'BAD_DATA',
          message: `the instructions alone are ${tokens} tokens, ${args.budget} are allowed`,
          fix: 'shorten the instructions, or raise --budget',
        },
        tokens,
      )
    const parts = [instructions]
    const dropped: string[] = []
    for (const path of [...args['plan-file'], ...(args['roadmap-file'] === undefined ? [] : [args['roadmap-file']])]) {
      const part = `\n\n<file path="${path}">\n${textAt(view, path) ?? ''}\n</file>`
      const cost = tokensOf(part)
      if (tokens + cost > args.budget) dropped.push(path)
      else {
        parts.push(part)
        tokens += cost
      }
    }
    const account = args['output-metadata']
    return {
      result: { fits: true, tokens, dropped, output },
      edits: [
        { kind: 'text', path: output, text: `${parts.join('')}\n` },
        ...(account === undefined
          ? []
          : [
              {
                kind: 'text' as const,
                path: account,
                text: `${JSON.stringify({ tokens, budget: args.budget, dropped }, null, 2)}\n`,
              },
            ]),
      ],
    }
  },
})
