// Files that hold secrets by their name, and what may be told apart by a look into them.

import { once } from '../../std/once.js'
import { baseName } from '../../std/paths.js'
import { wordTable } from '../../std/text.js'

type Kinds = Readonly<Record<string, () => RegExp>>

/** Whole names, each between blanks: the last part of a path, in lower case. */
const WHOLE =
  ' netrc .netrc _netrc ._netrc .npmrc .pypirc .pgpass .my.cnf .htpasswd .dockercfg .vault-token .dev.vars .s3cfg .boto oauth_creds.json '
/**
 * Kinds of them. Each pattern behind a part of every name that fits it: most files hold none, and a pattern that is never made costs
 * nothing, where one of them all takes a tenth of all that a hook may.
 */
const NAMES: Kinds = {
  '.env': () => /^(?:\.env(?:[.~_-][\w.~-]*)?|[\w.-]+\.env|\.envrc)$/,
  credentials: () => /^(?:\.git-credentials|\.?(?:[\w-]+[_-])?credentials(?:\.(?:json|toml|ya?ml|xml))?)$/,
  secret: () => /^secrets?\.(?:json|ya?ml|toml)$/,
  service: () => /^service[-_]?account[\w-]*\.json$/,
  id_: () => /^id_(?:(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?(?:\.[\w-]+)?|[\w-]+)$/,
  '.p': () => /^[^/]+\.(?:pem|p12|pfx|ppk)$/,
  '.k': () => /^[^/]+\.(?:key|keystore|kdbx)$/,
  '.jks': () => /^[^/]+\.jks$/,
}
/** The last two or three parts, in the same way. */
const PLACES: Kinds = {
  '/config': () => /(?:^|\/)(?:\.kube\/config|\.docker\/config\.json)$/,
  '/credentials': () => /(?:^|\/)\.aws\/credentials$/,
  '/hosts.yml': () => /(?:^|\/)\.config\/gh\/hosts\.yml$/,
  '/auth.json': () => /(?:^|\/)\.[\w-]+\/auth\.json$/,
  '.ssh/': () => /(?:^|\/)\.ssh\/id_[^/]+$/,
}
const fits = (kinds: Kinds, text: string): boolean =>
  Object.keys(kinds).some((part) => text.includes(part) && kinds[part]?.().test(text))

/** Examples and templates of them, public halves, and what is encrypted. */
const HARMLESS = /\.(?:example|sample|template|tmpl|tpl|dist|defaults?|test|pub|md|enc|encrypted|gpg|age|vault)$/i
const HARMLESS_NAME =
  /^(?:\.?env[._-])?(?:example|sample|template|dummy|fake|mock|test|tests|public|pub)s?[._-]|[._-](?:example|sample|template|dummy|fake|mock|public|pub)[._-]/i
/** Words of code that end like a file. */
const CODE =
  /^(?:(?:globalThis\.)?process|import\.meta|Deno|Bun|os|self|config|context|app|ctx|c|this|window|locals)\.env$/
/** Folders of texts that are made up for tests. */
const MADE_UP = /(?:^|\/)(?:fixtures?|__fixtures__|testdata|test-data|examples?|samples?|mocks?|__mocks__)\//i
const TESTS = /(?:^|\/)(?:tests?|__tests__|specs?|e2e)\//i
const KEY_MATERIAL = /\.(?:pem|key|p12|pfx|jks|keystore)$/i

/** By its name alone; both kinds of slash. A path below the project is given relative to it: only there folders of fixtures count. */
export function isSecretFile(path: string): boolean {
  const slashed = path.replaceAll('\\', '/')
  return isNamedAsSecret(slashed.toLowerCase()) && !isHarmless(slashed)
}

function isNamedAsSecret(lowered: string): boolean {
  const name = baseName(lowered)
  return (!name.includes(' ') && WHOLE.includes(` ${name} `)) || fits(NAMES, name) || fits(PLACES, lowered)
}

/** Asked only of what could be one: most files are not. */
function isHarmless(slashed: string): boolean {
  const name = baseName(slashed)
  if (HARMLESS.test(name) || CODE.test(name)) return true
  const isOutside = /^(?:\/|~|[A-Za-z]:)/.test(slashed)
  if (!isOutside && (MADE_UP.test(slashed) || (KEY_MATERIAL.test(name) && TESTS.test(slashed)))) return true
  return HARMLESS_NAME.test(name) && !fits(PLACES, slashed.toLowerCase())
}

/** Names of which only the text tells whether it is a secret: no token, no private half. */
const TOLD_BY_TEXT: readonly { readonly name: RegExp; readonly isSecret: (text: string) => boolean }[] = [
  {
    name: /(?:^|\/)\.npmrc$/i,
    isSecret: (text) => /(?:_authToken|_auth|_password|_secret)\s*=\s*["']?(?!\$\{)[^\s"']/i.test(text),
  },
  { name: /\.pem$/i, isSecret: (text) => !text.includes('-----BEGIN ') || text.includes('PRIVATE KEY') },
  {
    name: /\.key$/i,
    isSecret: (text) =>
      !/^\s*-----BEGIN (?:PUBLIC KEY|RSA PUBLIC KEY|CERTIFICATE|PGP PUBLIC)/.test(text) || text.includes('PRIVATE KEY'),
  },
]

/** Whether a file is to be kept out; `text` is asked where a look tells more than the name, null: there is none. */
export function holdsSecret(path: string, text: () => string | null): boolean {
  if (!isSecretFile(path)) return false
  const told = TOLD_BY_TEXT.find(({ name }) => name.test(path))
  const found = told === undefined ? null : text()
  return told === undefined || found === null || told.isSecret(found)
}

/** One name of each kind: what a pattern fits whose files nobody can list. */
const KINDS = once(() =>
  wordTable(`
  .env .env.local .env.production prod.env .envrc .netrc .pgpass .npmrc .git-credentials credentials credentials.json
    secrets.json secrets.yaml id_rsa id_ed25519 server.pem server.key server.p12
  `),
)

/** What people search and show all day: a pattern that fits one of these was not made for secrets. */
const EVERYDAY = ['main.ts', 'package.json', 'config.yaml', 'compose.yml', 'Cargo.toml', 'pom.xml', 'config']

/** Whether a pattern is made for such files; one that fits everything is not. */
export const meansSecrets = (pattern: RegExp): boolean =>
  !EVERYDAY.some((name) => pattern.test(name)) && KINDS().some((name) => pattern.test(name))
