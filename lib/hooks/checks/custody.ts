// Keeps the person's own folder theirs: the key under which records are sealed, what they agreed to, the settings that guards obey.
import type { CheckAt } from '../check.js'
import type { Acting } from '../event.js'
import type { Refusal, Surroundings } from '../surroundings.js'
import { writtenBy } from './paths.js'

/** Below the person's folder. What is sealed by the key could be made by whoever has read it. */
const KEY = /^key$/i
/** Keys of services, and addresses at which the person is told: whoever knows one can write there. */
const SECRETS = /^(?:secrets|notify)(?:\/.*)?$/i
const UNWRITTEN =
  /^(?:key|(?:trust|secrets|extras|overrides|extensions|notify)(?:\/.*)?|config\.json|defaults\.json)?$/i
export const custodyGuard: CheckAt<'pre-tool'> = {
  id: 'custody-guard',
  about:
    "Refuses to read the key and the secrets in the person's own folder, and to write what they agreed to or how guards are set",
  points: ['pre-tool'],
  actions: ['read', 'grep', 'write', 'edit'],
  setting: null,
  needsProject: false,
  uses: {},
  // Only a call that speaks of the folder is refused: a guard that is broken must not stop all work.
  unjudged: ({ tools }) =>
    /[\\/]?\.gsd\b/i.test(JSON.stringify(tools))
      ? {
          kind: 'deny',
          code: 'PERSONAL_UNJUDGED',
          text: "this call speaks of the person's own folder ~/.gsd and could not be judged to its end: it may be longer or more nested than is followed. Make shorter calls that say plainly which files they use.",
        }
      : null,
  run: (event, around) => {
    const found = byTool(event, around)
    return found === null ? [] : [{ kind: 'deny', ...found }]
  },
}

const keyRefusal = (path: string): Refusal => ({
  code: 'PERSONAL_KEY',
  text: `${path} seals the records of this person's projects; nobody reads it but gsd-tools. Whether a record is whole: gsd-tools check replay`,
})
const secretRefusal = (path: string): Refusal => ({
  code: 'PERSONAL_SECRET',
  text: `${path} is where this person keeps keys of services, and where they are told of runs; only what needs one is given it. Which there are: gsd secret list, gsd notify list`,
})
const recordRefusal = (path: string): Refusal => ({
  code: 'PERSONAL_RECORD',
  text: `${path} says what the user agreed to, how guards are set or what is added in every project; only they write it, by hand or by answering a call of gsd-tools. Tell them what you would change and why.`,
})
/** A path below the person's folder, links followed; empty: that folder. Null: elsewhere. */
function ownPlace(path: string, { own, real }: Surroundings): string | null {
  for (const root of [own, real(own)])
    for (const one of [path, real(path)]) {
      const [a, b] = [one.toLowerCase(), root.toLowerCase()]
      if (a === b || b.startsWith(`${a}/`)) return ''
      if (a.startsWith(`${b}/`)) return one.slice(root.length + 1)
    }
  return null
}

const isAt = (place: string | null, kind: RegExp): boolean => place !== null && kind.test(place)
/** Where another person would have what is meant: behind the last folder of that name. */
const otherPlace = (path: string): string | null => {
  const at = path.toLowerCase().lastIndexOf('/.gsd/')
  return at < 0 ? null : path.slice(at + '/.gsd/'.length)
}

/** Whether a path is that of the key, or where another person would have theirs. */
const isKey = (path: string, around: Surroundings): boolean =>
  isAt(ownPlace(path, around), KEY) || isAt(otherPlace(path), KEY)
/** The same of their secrets. */
const isSecret = (path: string, around: Surroundings): boolean =>
  isAt(ownPlace(path, around), SECRETS) || isAt(otherPlace(path), SECRETS)
/** Whether it is the folder itself: whoever takes it whole takes the key. */
const isOwnFolder = (path: string, { own, real }: Surroundings): boolean =>
  [path, real(path)].some((one) => [own, real(own)].some((root) => one.toLowerCase() === root.toLowerCase()))
function byTool(event: Acting, around: Surroundings): Refusal | null {
  for (const { tool, absolute } of writtenBy(event, around.project)) {
    const place = ownPlace(absolute, around)
    const writes = tool.action === 'write' || tool.action === 'edit'
    if (!writes && isKey(absolute, around)) return keyRefusal(absolute)
    if (!writes && isSecret(absolute, around)) return secretRefusal(absolute)
    if (tool.action === 'grep' && isOwnFolder(absolute, around)) return keyRefusal(absolute)
    if (writes && place !== '' && isAt(place, UNWRITTEN)) return recordRefusal(absolute)
  }
  return null
}
