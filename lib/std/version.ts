// Compares versions such as 1.10.2 or 2.0.0-rc.1.

/** Returns a number below 0 if `a` comes first. Numbers sort before text; 2.0.0-rc.1 sorts before 2.0.0. */
export function compareVersions(a: string, b: string): number {
  const [[release, suffix], [otherRelease, otherSuffix]] = [partsOf(a), partsOf(b)]
  const order = compareParts(release, otherRelease)
  if (order !== 0 || suffix === '' || otherSuffix === '')
    return order || Number(suffix === '') - Number(otherSuffix === '')
  return compareParts(suffix, otherSuffix)
}

/** Splits a version, and drops build metadata. */
function partsOf(version: string): readonly [release: string, suffix: string] {
  const [release = '', ...suffix] = version.replace(/\+.*/, '').split('-')
  return [release, suffix.join('-')]
}

const compareParts = (one: string, other: string): number => one.localeCompare(other, 'en', { numeric: true })
