// Checks that cannot fail, or say nothing about the work: a program that only prints, or only tells its version.

const ALWAYS = new Set([
  'true',
  ':',
  'echo',
  'printf',
  'ls',
  'dir',
  'pwd',
  'date',
  'whoami',
  'hostname',
  'uname',
  'sleep',
])
const ABOUT_ITSELF = new Set(['--version', '-v', '-V', '-version', 'version', '--help', '-h', 'help'])
/** Subcommands that only show something. */
const SHOWS: Readonly<Record<string, ReadonlySet<string>>> = {
  git: new Set(['status', 'log', 'branch', 'version']),
  npm: new Set(['ls', 'list', 'version', 'help']),
}
const SHELLS = new Set(['sh', 'bash', 'zsh', 'dash', 'ksh'])
const EVALUATES: Readonly<Record<string, ReadonlySet<string>>> = {
  node: new Set(['-e', '--eval', '-p', '--print']),
  python: new Set(['-c']),
  python3: new Set(['-c']),
  ruby: new Set(['-e']),
  perl: new Set(['-e']),
}
/** A script of nothing but these proves nothing. */
const EMPTY_SCRIPT =
  /^(?:\s|;|pass\b|process\.exit\(0?\)|(?:sys\.)?exit\(0?\)|(?:console\.log|print|puts)\(?(?:'[^']*'|"[^"]*"|\d*)\)?)*$/

const baseName = (program: string) => program.slice(program.lastIndexOf('/') + 1).replace(/\.exe$/, '')

/** Why the argument list proves nothing, or null when it may. */
export function vacuousReason(argv: readonly string[]): string | null {
  const [program = '', ...rest] = argv
  const name = baseName(program)
  if (ALWAYS.has(name)) return `${name} says nothing about the work`
  if (name === 'exit' && Number(rest[0] ?? 0) === 0) return 'exit 0 always succeeds'
  if (rest.length > 0 && rest.every((word) => ABOUT_ITSELF.has(word))) return `it only shows what ${name} is`
  if (SHOWS[name]?.has(rest[0] ?? '')) return `${name} ${rest[0]} only shows something`
  const [flag = '', script = ''] = rest
  if (SHELLS.has(name) && /^-\w*c$/.test(flag)) return vacuousReason(script.trim().split(/\s+/))
  if (EVALUATES[name]?.has(flag) && script.length < 500 && EMPTY_SCRIPT.test(script))
    return 'its script asserts nothing'
  return null
}
