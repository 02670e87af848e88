// Commands of get-shit-done 1.42.3 that have no verb here, and their replacements, for the refusal and the docs.

/** Current commands by older words. A noun alone stands for all its verbs that have no row. */
export const OLDER_CALLS: Readonly<Record<string, string>> = {
  'agent-skills': 'gsd-tools unit brief',
  'audit-open': 'gsd-tools open',
  'audit-uat': 'gsd-tools open --kind uat',
  'commit-to-subrepo': 'gsd-tools commit',
  'config-new-project': 'gsd-tools project create',
  'config-set-model-profile': 'gsd-tools config set model_profile',
  'find-phase': 'gsd-tools phase plan-index',
  frontmatter: 'gsd-tools lint',
  'gap-analysis': 'gsd-tools requirements list',
  graphify: 'gsd-tools brief graphify',
  init: 'gsd-tools begin',
  'init milestone-op': 'gsd-tools progress',
  'init progress': 'gsd-tools progress',
  'init todos': 'gsd-tools note list',
  intel: 'gsd-tools brief map-codebase',
  learnings: 'gsd-tools brief memory',
  'phase list-plans': 'gsd-tools phase plan-index',
  'phase insert': 'gsd-tools phase add --after',
  'phases list': 'gsd-tools progress',
  'requirements mark-complete': 'gsd-tools requirements list',
  roadmap: 'gsd-tools progress',
  'resolve-model': 'gsd-tools model explain',
  state: 'gsd-tools state rebuild',
  'state add-blocker': 'gsd-tools note add',
  'state add-decision': 'gsd-tools decision add',
  'state json': 'gsd-tools progress',
  'state get': 'gsd-tools progress',
  'state load': 'gsd-tools progress',
  'state milestone-switch': 'gsd-tools next',
  'state validate': 'gsd-tools health',
  todo: 'gsd-tools note triage',
  validate: 'gsd-tools health',
  verify: 'gsd-tools verification status',
  'verify plan-structure': 'gsd-tools lint',
  'verify references': 'gsd-tools lint',
}

/** Returns the replacement for older words, which a dot or a hyphen may join; null if unknown. */
export function currentCommand([first = '', second = '']: readonly string[]): string | null {
  const spaced = first.includes('.') ? first.replace('.', ' ') : first
  const hyphenated = spaced.replace('-', ' ')
  const keys = [`${spaced} ${second}`.trim(), spaced, hyphenated, spaced.split(' ')[0], hyphenated.split(' ')[0]]
  const key = keys.find((each) => each !== undefined && Object.hasOwn(OLDER_CALLS, each))
  return key === undefined ? null : (OLDER_CALLS[key] as string)
}
