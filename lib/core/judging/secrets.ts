// Detects text that looks like a secret and must not be stored in shared files.
const PRIVATE_KEY = 'a private key'

/** Formats that providers document, and long values assigned to a telling name. */
const KINDS: readonly { readonly name: string; readonly pattern: RegExp }[] = [
  { name: PRIVATE_KEY, pattern: /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----/ },
  { name: 'an access key of a cloud', pattern: /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/ },
  { name: 'a token of a code host', pattern: /\b(?:gh[pousr]_[A-Za-z0-9]{30,}|github_pat_\w{30,}|glpat-[\w-]{20,})/ },
  { name: 'a key of a model provider', pattern: /\bsk-(?:[a-z]{2,10}-)?[\w-]{20,}/ },
  { name: 'a key of a payment service', pattern: /\b[rs]k_(?:live|test)_[0-9A-Za-z]{16,}/ },
  { name: 'a token of a chat service', pattern: /\bxox[abeoprs]-[\w-]{10,}/ },
  { name: 'an API key', pattern: /\bAIza[\w-]{35}/ },
  { name: 'a package registry token', pattern: /\b(?:npm_[A-Za-z0-9]{36}|pypi-[\w-]{50,})/ },
  { name: 'a signed token', pattern: /\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}/ },
  { name: 'a password in an address', pattern: /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/:@]{1,64}:[^\s/@]{3,128}@/i },
  { name: 'a bearer token', pattern: /\bbearer\s{1,3}[\w.~+/-]{20,}/i },
  {
    name: 'a secret given to a name',
    pattern:
      /\b\w{0,40}(?:password|passwd|secret|token|api[_-]?key|access[_-]?key|private[_-]?key)["'`]?\s{0,3}[:=]\s{0,3}["'`]?(?!<|\$|\{|\[)(?=[^\s"'`]{0,100}\d)[^\s"'`]{8,}/i,
  },
]

export const secretIn = (text: string): string | null => KINDS.find(({ pattern }) => pattern.test(text))?.name ?? null

/** Replaces apparent secrets with their kind; a private key with all text after it, because its other lines match no pattern. */
export const withoutSecrets = (text: string): string =>
  KINDS.reduce((left, { name, pattern: { source, flags } }) => {
    const all = new RegExp(name === PRIVATE_KEY ? `${source}[^]*` : source, `g${flags}`)
    return left.replace(all, `[${name}, left out]`)
  }, text)
