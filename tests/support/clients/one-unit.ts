// A session of an unattended run, as the model of a real client plays it.
import { partFiles, verificationDraft } from '../drafts.js'
import type { Script, Turn } from '../model/turn.js'
import { Player, writing } from '../player.js'
import type { ClientId } from './all.js'

/** A session as its prompt says it: the call that stands there, the unit that is printed, and its end. */
export function* oneUnit(client: ClientId, { task }: Turn): Script {
  const player = new Player(client)
  // One client writes the prompt into its own conversation as a shell would quote it.
  const begin = /`(node "[^"`]+" begin(?: [\w. -]+)?)`/.exec(task.replaceAll('\\"', '"'))?.[1]
  if (begin === undefined) return 'there is no call in the prompt'
  let text = yield* player.shell(begin)
  // One client stops listening when the command has ended, and now and then before it has heard it: a model that sees nothing asks again.
  if (client === 'auggie' && text.includes('(No output)')) text = yield* player.shell(begin)
  // Not every client shows what a command prints from the start of a line.
  const [, type, id] = /# ([a-z]+-[a-z]+) (\d[\w.-]*):/.exec(text) ?? []
  const drafts = /\.planning\/\.runtime\/drafts\/[\w.-]+/.exec(text)?.[0]
  const finish = /node "[^"`]+" unit finish --claim \w+ --(?:begin|commit)/.exec(text)?.[0]
  if (drafts === undefined || finish === undefined || id === undefined) return 'nothing to do'
  if (type === 'execute-plan') {
    const number = id.slice(-2)
    const done = { [`${drafts}/${id}-SUMMARY.md`]: `**Part ${number} counts its part of a text.**\n` }
    yield* player.shell(`${writing({ ...partFiles(number), ...done })}\ngit add part-* && git commit -qm "feat: ${id}"`)
  } else yield* player.write(`${drafts}/${id}-VERIFICATION.md`, verificationDraft('01-counting'))
  const ended = yield* player.shell(finish)
  return ended.includes('This session ends here') ? 'it is done' : 'it goes on'
}
