// What has a runner, or a shell under it, do less than the words of a check say: with some of it nothing runs, and that ends well.

const VARIABLES = [
  /^(?:MAKEFLAGS|MFLAGS|GNUMAKEFLAGS|MAVEN_ARGS|PYTEST_ADDOPTS|SPEC_OPTS|NODE_TEST_CONTEXT)$/,
  /^(?:BASH_ENV|SHELLOPTS|BASH_FUNC_.*)$/,
  /^npm_config_(?:script_shell|ignore_scripts|if_present|dry_run)$/i,
]

export const isSteering = (variable: string): boolean => VARIABLES.some((words) => words.test(variable))

const DRY = /^--dry-run$/
const MAVEN = /^(?:-D(?:skipTests|skipITs|maven\.test\.(?:skip|failure\.ignore))(?:=true)?|-fn|--fail-never)$/
/** By program. Short options stand in one word only with those that take no value. */
const UNRUN: Readonly<Record<string, RegExp>> = {
  make: /^(?:-[bBdeikLmnpqrRsStvw]*[nti][bBdeikLmnpqrRsStvw]*|--(?:just-print|dry-run|recon|touch|ignore-errors)|SHELL=.*)$/,
  npm: /^--script-shell(?:=|$)/,
  just: /^(?:-n|--dry-run)$/,
  task: /^(?:-n|--dry)$/,
  turbo: /^--dry(?:-run)?(?:=|$)/,
  cargo: /^--no-run$/,
  deno: /^--no-run$/,
  go: /^-(?:c|list(?:=.*)?|run=\^\$)$/,
  mvn: MAVEN,
  mvnw: MAVEN,
  gradle: /^(?:-m|--dry-run)$/,
  gradlew: /^(?:-m|--dry-run)$/,
  dotnet: /^(?:-t|--list-tests)$/,
  tox: /^(?:--notest|-l|--listenvs)$/,
  ctest: /^(?:-N|--show-only(?:=.*)?)$/,
  phpunit: /^--list-(?:tests|suites|groups)(?:-xml)?$/,
  playwright: /^--list$/,
  bats: /^(?:-c|--count)$/,
  jest: /^--(?:listTests|showConfig)$/,
  mocha: DRY,
  rspec: DRY,
}

/** What makes a test write down anew what it would be compared with, so that whatever the code does is right. */
const REWRITING: Readonly<Record<string, RegExp>> = {
  vitest: /^(?:-u|--update(?:=(?!none|new|false).*)?)$/,
  jest: /^(?:-[a-z]*u|--updateSnapshot)$/,
  playwright: /^(?:-u|--update-snapshots(?:=(?!none|missing).*)?)$/,
  ava: /^(?:-u|--update-snapshots)$/,
  node: /^--test-update-snapshots$/,
  bun: /^(?:-u|--update-snapshots)$/,
  flutter: /^--update-goldens$/,
  // Words that go on to the tests themselves: a custom of the language, no option of its own.
  go: /^-{1,2}update(?:=(?!false).*)?$/,
  cargo: /^--bless$/,
  deno: /^--update$/,
  pytest: /^--(?:snapshot-update|inline-snapshot=(?:fix|update).*|regen-all|force-regen)$/,
}
const REWRITING_VARIABLE =
  /^(?:UPDATE_SNAPSHOTS?|SNAPSHOT_UPDATE|UPDATE_GOLDENS?|UPDATE_EXPECT|BLESS|INSTA_FORCE_UPDATE(?:_SNAPSHOTS)?)$/

/** The word that has the program write anew what it compares with; null: there is none. */
export const rewritesBy = (program: string, words: readonly string[]): string | null =>
  words.find((word) => REWRITING[program]?.test(word)) ?? null

export const isRewriting = (assignment: string): boolean => {
  const [name = '', value = ''] = assignment.split('=')
  return REWRITING_VARIABLE.test(name)
    ? !/^(?:|0|false|no)$/i.test(value)
    : name === 'INSTA_UPDATE' && /^(?:always|force)$/.test(value)
}

/** The word with which a program runs nothing, or another program in the place of what is named; null: there is none. */
export const unrunBy = (program: string, words: readonly string[]): string | null =>
  words.find((word) => UNRUN[program]?.test(word)) ?? null
