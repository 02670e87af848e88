// The table of the matrix: a line per runtime, scope and profile, a column per home.

/** Prints it, and below it what differs; answers how many cells do. */
export function printMatrix(verdicts, { runtimes, scopes, profiles, homes }, about) {
  const found = new Map(verdicts.map((each) => [[each.id, each.scope, each.profile, each.home].join(), each]))
  const names = about.filter(({ id }) => homes.includes(id))
  console.log(`${verdicts.length} cells: install, again, update, remove; install, edit, update, reapply, remove`)
  for (const { id, about: text } of names) console.log(`  ${id.padEnd(10)} ${text}`)
  const head = ['runtime', 'scope', 'profile', ...names.map(({ id }) => id)]
  const rows = runtimes.flatMap((id) =>
    scopes.flatMap((scope) =>
      profiles.map((profile) => [
        id,
        scope,
        profile,
        ...names.map(({ id: home }) => markOf(found.get([id, scope, profile, home].join()))),
      ]),
    ),
  )
  const shown = rows.filter((row) => row.slice(3).some((mark) => mark !== ''))
  const widths = head.map((_, column) => Math.max(...[head, ...shown].map((row) => row[column].length)))
  for (const row of [head, ...shown])
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column]))
        .join(' ')
        .trimEnd(),
    )
  const reasons = new Set(
    verdicts.flatMap(({ home, skipped }) => (skipped === null ? [] : [`  ${home}: not tried, ${skipped}`])),
  )
  for (const reason of reasons) console.log(reason)
  return printDifferences(verdicts.filter(({ problems }) => problems.length > 0))
}

const markOf = (verdict) =>
  verdict === undefined
    ? ''
    : verdict.skipped !== null
      ? '-'
      : verdict.problems.length === 0
        ? 'ok'
        : `${verdict.problems.length}!`

/** Cells that differ in the same way are named together. */
function printDifferences(wrong) {
  const groups = new Map()
  for (const { id, scope, profile, home, problems } of wrong) {
    const key = problems.map((problem) => problem.replaceAll(id, '<runtime>')).join('\n')
    groups.set(key, [...(groups.get(key) ?? []), { name: `${id} ${scope} ${profile} ${home}`, problems }])
  }
  for (const cells of groups.values()) {
    const [first, ...others] = cells
    console.log(
      `\n${first.name}${
        others.length > 0
          ? ` and ${others.length} more: ${others
              .slice(0, 3)
              .map(({ name }) => name)
              .join(', ')}`
          : ''
      }`,
    )
    for (const problem of first.problems.slice(0, 8)) console.log(`  ${problem}`)
  }
  return wrong.length
}
