// What has a runner, or a shell under it, do less than the words of a check say: with some of it nothing runs, and that ends well.

const VARIABLES = [
  /^(?:MAKEFLAGS|MFLAGS|GNUMAKEFLAGS|MAVEN_ARGS|PYTEST_ADDOPTS|SPEC_OPTS|NODE_TEST_CONTEXT)$/,
  /^(?:BASH_ENV|SHELLOPTS|BASH_FUNC_.*)$/,
  /^npm_config_(?:script_shell|ignore_scripts|if_present|dry_run)$/i,
]

export const isSteering = (variable: string): boolean => VARIABLES.some((words) => words.test(variable))

/** By program. Short options stand in one word only with those that take no value. */
const UNRUN: Readonly<Record<string, RegExp>> = {
  make: /^(?:-[bBdeikLmnpqrRsStvw]*[nt][bBdeikLmnpqrRsStvw]*|--(?:just-print|dry-run|recon|touch))$/,
  npm: /^--script-shell(?:=|$)/,
}

/** The word with which a program runs nothing, or another program in the place of what is named; null: there is none. */
export const unrunBy = (program: string, words: readonly string[]): string | null =>
  words.find((word) => UNRUN[program]?.test(word)) ?? null
