// Recognises files with secrets by name.

/** Matches the end of a path. */
const SECRET =
  /(?:^|\/)(?:\.env(?:\.[\w-]+)*|[._]netrc|\.pgpass|\.git-credentials|\.vault-token|id_(?:rsa|dsa|ecdsa|ed25519)|\.ssh\/id_[\w-]*|\.aws\/credentials|\.docker\/config\.json|\.kube\/config|\.config\/gh\/hosts\.yml|\.credentials\.json|\.[\w-]+\/auth\.json|\.gsd\/(?:secrets|notify)(?:\/[^/]*)?)$/i
/** Matches the end of a harmless name: of an example, a test, a schema, a document, an encrypted file or code. */
const HARMLESS = /\.(?:example|sample|template|tpl|dist|defaults?|test|ci|schema|md|enc|gpg|age|[cm]?[jt]s)$/i

export const isSecretFile = (path: string): boolean => SECRET.test(path) && !HARMLESS.test(path)
