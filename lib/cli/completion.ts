// The `completion` verb: a script for one shell, with the words of the registry in it.
import { record, text } from '../std/shape.js'
import { type Args, arg } from '../verbs/verb.js'
import { flagOf } from './arguments.js'
import type { Builtin } from './builtin.js'
import { scriptFor, type Words } from './completion-scripts.js'
import { GLOBAL_FLAGS } from './flags.js'
import { argumentsOf, type Command, loadAll } from './load.js'
import { SHELL_WORDS, shellNamed } from './shells.js'
import { asksFor } from './values.js'

function completionWords(commands: readonly Command[]): Words {
  const words = new Map<string, { readonly next: string[]; asks: boolean }>()
  const row = (path: string) => {
    const known = words.get(path) ?? { next: [], asks: false }
    words.set(path, known)
    return known
  }
  const add = (path: string, word: string) => {
    const { next } = row(path)
    if (!next.includes(word)) next.push(word)
  }
  for (const command of commands) {
    const { name } = command
    const dot = name.indexOf('.')
    const call = name.replace('.', ' ')
    add('', dot < 0 ? name : name.slice(0, dot))
    if (dot >= 0) add(name.slice(0, dot), name.slice(dot + 1))
    for (const [key, arg] of argumentsOf(command)) {
      if (arg.type === 'choice' && arg.positional === true) for (const value of arg.values) add(call, value)
      if (arg.type !== 'pairs' && arg.type !== 'rest' && arg.positional !== true) add(call, `--${flagOf(key)}`)
    }
    for (const flag of Object.keys(GLOBAL_FLAGS)) add(call, `--${flag}`)
    if (asksFor(command.args as Args)) row(call).asks = true
  }
  return words
}

export const completion: Builtin = {
  kind: 'builtin',
  name: 'completion',
  about: 'Completion script for a shell, as it is sourced: source <(gsd-tools completion bash)',
  args: {
    shell: arg.choice(SHELL_WORDS, 'Shell the script is for', { positional: true, required: true }),
  },
  result: record({ shell: text(), text: text('The script, which is printed as it is without --json') }),
  async answer(given) {
    const shell = shellNamed(given['shell'] as (typeof SHELL_WORDS)[number])
    const script = scriptFor(shell, 'gsd-tools', completionWords(await loadAll()))
    return { result: { shell, text: script }, output: 'markdown' }
  },
}
