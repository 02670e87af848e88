// Calls of get-shit-done 1.42.3 that go by another name here: the older words (a dot between two of them) and ours.

export const OLDER_NAMES: Readonly<Record<string, string>> = {
  'docs-init': 'init docs-update',
  'learnings.list': 'learnings query',
  'scaffold.context': 'phase scaffold context',
  'scaffold.phase-dir': 'phase scaffold phase-dir',
  'scaffold.uat': 'phase scaffold uat',
  'scaffold.verification': 'phase scaffold verification',
}
