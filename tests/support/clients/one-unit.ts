// A session of an unattended run, as the model of a real client plays it.
import { partFiles, verificationDraft } from '../drafts.js'
import type { Script, Turn } from '../model/turn.js'
import { Player, writeLines } from '../player.js'
import type { ClientId } from './all.js'

/** Makes the call in the prompt, does the printed unit and finishes it. */
export function* oneUnit(client: ClientId, { task }: Turn): Script {
  const player = new Player(client)
  // One client quotes the prompt for a shell.
  const begin = /`(node "[^"`]+" begin(?: [\w. -]+)?)`/.exec(task.replaceAll('\\"', '"'))?.[1]
  if (begin === undefined) return 'there is no call in the prompt'
  let text = yield* player.shell(begin)
  // Auggie sometimes misses the output of a command that ends quickly; a model would then repeat the command.
  if (client === 'auggie' && text.includes('(No output)')) text = yield* player.shell(begin)
  // Some clients put other text before the output of a command.
  const [, type, id] = /# ([a-z]+-[a-z]+) (\d[\w.-]*):/.exec(text) ?? []
  const drafts = /\.planning\/\.runtime\/drafts\/[\w.-]+/.exec(text)?.[0]
  const finish = /node "[^"`]+" unit finish --claim \w+ --(?:begin|commit)/.exec(text)?.[0]
  if (drafts === undefined || finish === undefined || id === undefined) return 'nothing to do'
  if (type === 'execute-plan') {
    const number = id.slice(-2)
    const summary = { [`${drafts}/${id}-SUMMARY.md`]: `**Part ${number} counts its part of a text.**\n` }
    const lines = writeLines({ ...partFiles(number), ...summary })
    yield* player.shell(`${lines}\ngit add part-* && git commit -qm "feat: ${id}"`)
  } else yield* player.write(`${drafts}/${id}-VERIFICATION.md`, verificationDraft('01-counting'))
  const ended = yield* player.shell(finish)
  return ended.includes('This session ends here') ? 'it is done' : 'it goes on'
}
