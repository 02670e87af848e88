// Keeps files that hold secrets out of the conversation.
import { type Check, NOTHING } from '../check.js'
import { writtenBy } from './paths.js'

/** Files that hold secrets by their name. Examples and templates of them hold none. */
const SECRET_FILES =
  /(?:^|\/)(?:\.env(?:\.[\w-]+)?|\.netrc|\.pgpass|\.npmrc|\.pypirc|credentials(?:\.json)?|secrets?\.(?:json|ya?ml|toml)|id_(?:rsa|dsa|ecdsa|ed25519)|[^/]+\.(?:pem|p12|pfx|keystore))$/i
const HARMLESS = /\.(?:example|sample|template|dist|defaults|test)$/i

/** Programs that print a file. */
const PRINTS =
  /(?:^|[;&|(\s])(?:cat|bat|less|more|head|tail|strings|xxd|od|base64|nl|tac|type|Get-Content)\s+([^;&|<>]+)/g

export const isSecretFile = (path: string): boolean => SECRET_FILES.test(path) && !HARMLESS.test(path)

/** Words of a command that name files it would print. */
const printedBy = (command: string): readonly string[] =>
  [...command.matchAll(PRINTS)].flatMap((found) =>
    (found[1] as string)
      .trim()
      .split(/\s+/)
      .map((word) => word.replace(/^['"]|['"]$/g, '')),
  )

export const secretGuard: Check = {
  id: 'secret-guard',
  about: 'Refuses to read a file that holds secrets by its name',
  points: ['pre-tool'],
  actions: ['read', 'shell', 'grep'],
  setting: { key: 'hooks.secret_guard', isOn: true },
  needsProject: true,
  run: (event, { project }) => {
    const read = writtenBy(event, project)
      .filter(({ tool }) => tool.action !== 'shell')
      .map(({ absolute }) => absolute)
    const printed = event.tools.flatMap(({ command }) => (command === null ? [] : printedBy(command)))
    const secret = [...read, ...printed].find(isSecretFile)
    if (secret === undefined) return NOTHING
    return {
      findings: [
        {
          kind: 'deny',
          code: 'SECRET_FILE',
          text: `${secret} holds secrets by its name, and what is read stays in the conversation. Ask the user for the names of the settings you need; to allow it: gsd-tools config set hooks.secret_guard false`,
        },
      ],
    }
  },
}
