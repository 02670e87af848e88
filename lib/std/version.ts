// Compares versions such as 1.10.2 or 2.0.0-rc.1.

/** Below 0 if `a` comes first. Numbers sort before text; 2.0.0-rc.1 sorts before 2.0.0. */
export function compareVersions(a: string, b: string): number {
  const [one, other] = [partsOf(a), partsOf(b)]
  const release = compareLists(one.release, other.release)
  if (release !== 0) return release
  if (one.suffix === '' || other.suffix === '') return Number(one.suffix === '') - Number(other.suffix === '')
  return compareLists(one.suffix.split('.'), other.suffix.split('.'))
}

function partsOf(version: string): { readonly release: readonly string[]; readonly suffix: string } {
  const [release = '', ...suffix] = (version.split('+')[0] ?? '').split('-')
  return { release: release.split('.'), suffix: suffix.join('-') }
}

function compareLists(one: readonly string[], other: readonly string[]): number {
  for (let at = 0; at < Math.max(one.length, other.length); at++) {
    const order = compareParts(one[at] ?? '', other[at] ?? '')
    if (order !== 0) return order
  }
  return 0
}

function compareParts(one: string, other: string): number {
  const [first, second] = [one, other].map((part) => (/^\d+$/.test(part) ? Number(part) : null))
  if (typeof first === 'number' && typeof second === 'number') return first - second
  return one === other ? 0 : one < other ? -1 : 1
}
