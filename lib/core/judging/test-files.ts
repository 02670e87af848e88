// Which files hold tests, by where they lie and what they are called, in the ways of all languages.

/** `unit-tests/`, `App.Tests/`, `commonTest/`, beside the plain ones. */
const FOLDER =
  /(?:^|\/)(?:(?:[^/]*[-_.])?[Tt]ests?|TESTS?|[^/]*[a-z\d]Tests?|(?:[^/]*[-_.])?e2e|[Ss]pecs?|__(?:tests?|snapshots)__|testdata|cypress)\/|(?:^|\/)t\/.*\.t$/
const NAME =
  /(?:^|\/)(?:tests?[-_.][^/]*|conftest\.py)$|\.(?:test|spec)\.[^/]+$|\.(?:Tests?|e2e|cy)\.[^/.]+$|_tests?\.[^/.]+$/
/** Where another word in front is no sign of data. */
const CODE_NAME = /[-_](?:tests?|spec)\.(?:[cm]?[jt]sx?|rb|py|lua|cr|php|ex|exs|dart|sh)$|\.(?:feature|snap)$/
/** Languages that name a file after its class. */
const CLASS =
  /\w(?:Tests?|Spec|TestCase)\.(?:java|kts?|scala|groovy|cs|fs|vb|swift|php|hs|mm?|cpp|cc)$|[a-z\d]IT\.(?:java|kt)$/

export const isTestFile = (path: string): boolean => [FOLDER, NAME, CODE_NAME, CLASS].some((way) => way.test(path))
