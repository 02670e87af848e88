// The table that a run prints.

/**
 * One thing that was tried. `ok` null: a figure without a target.
 * @typedef {{ what: string, figure: string, target?: string, ok: boolean | null, details?: readonly string[] }} Row
 */

/** Prints the rows of a part and answers how many did not hold. @param {readonly Row[]} rows */
export function printRows(part, rows, ms) {
  console.log(`\n${part} (${(ms / 1000).toFixed(1)} s)`)
  const width = Math.max(...rows.map(({ what }) => what.length))
  for (const { what, figure, target, ok, details } of rows) {
    const mark = ok === null ? '    ' : ok ? 'ok  ' : 'FAIL'
    console.log(`  ${mark} ${what.padEnd(width)}  ${figure}${target === undefined ? '' : ` (target ${target})`}`)
    for (const detail of (details ?? []).slice(0, 10)) console.log(`         ${detail}`)
    if ((details?.length ?? 0) > 10) console.log(`         … ${details.length - 10} more`)
  }
  return rows.filter(({ ok }) => ok === false).length
}

/** A row that holds when nothing was found. */
export const none = (what, tried, found) => ({
  what,
  figure: `${found.length} of ${tried}`,
  target: '0',
  ok: found.length === 0 && tried > 0,
  details: found,
})
