// Whether a test file would notice anything. No language is parsed: what is looked for is any known word that can fail, outside of strings, comments and names of tests.
import { isTestFile } from './test-files.js'

/** Files of code; tests of the shell fail by any command, and data is none. */
const CODE = /\.(?:[cm]?[jt]sx?|py|rb|go|rs|java|kt|kts|scala|cs|fs|php|swift|exs?|dart|lua|clj|cljs|hs|ml|cpp|cc|c)$/
const QUIET =
  /\/\*[\s\S]*?\*\/|(?:\/\/|#(?!\[|expect|require)|--\s).*$|"""[\s\S]*?"""|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`|\b(?:fn|func|fun|def|function|void)\s+\w+/gm
const FAILS =
  /assert|refute|@[?=]|\b(?:expect|should|must|verif|ensure|check|throw|rais|fail|fatal|error|panic|equal|match|same|snapshot|reject|prop|require\.)\w*|\bt\.\w+\s*\(|\b(?:is|ok|like|cmp_ok|exit)\s*\(/i

/** Macros have the word anywhere in their names. */
const MACRO = /CHECK|COMPARE|EXPECT|REQUIRE|VERIFY/

/** Outside of strings, comments and names. */
export const mayFail = (text: string): boolean => isLoud(text.replace(QUIET, ' '))
const isLoud = (text: string): boolean => FAILS.test(text) || MACRO.test(text)

const TEST =
  /\b(?:test|it|specify|scenario)\b[.\w]*\s*\(|\b(?:def test|func Test|func test)|#\[(?:\w+::)?test|@\w*Test\b|\[(?:Fact|Theory|Test)/

/** It is a file of tests, by its own name or by what it says, and no helper beside them. */
export const holdsTests = (path: string, text: string): boolean =>
  /[._]test\.|\.spec\.|(?:^|\/)test_/.test(path) || TEST.test(text)

/** A test of code in which nothing that is known can fail. */
export const assertsNothing = (path: string, text: string): boolean =>
  isTestFile(path) && CODE.test(path) && text.length < 200_000 && !mayFail(text)
