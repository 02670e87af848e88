// What a terminal of so many columns shows after these bytes: letters, line feeds, and the few sequences that `gsd` uses. Any other sequence throws.
/** Lines from the first one written on, without the empty ones at the end. Letters of Asia take two columns. */
export function drawn(bytes: string, columns: number): readonly string[] {
  const rows: string[][] = [[]]
  let [row, column] = [0, 0]
  const down = () => {
    row++
    while (rows.length <= row) rows.push([])
  }
  for (const [token] of bytes.matchAll(/\u001b\[(\d*)([A-Za-z])|\u001b|[^\u001b]/gu)) {
    if (token.startsWith('\u001b')) {
      const [, count = '', end = ''] = /^\u001b\[(\d*)([A-Za-z])$/.exec(token) ?? []
      if (end === 'A') row = Math.max(0, row - Number(count || 1))
      else if (end === 'G') column = Number(count || 1) - 1
      else if (end === 'J' && (count === '' || count === '0')) {
        rows.length = row + 1
        ;(rows[row] as string[]).length = Math.min(column, (rows[row] as string[]).length)
      } else throw new Error(`a sequence that is not ours: ${JSON.stringify(token)}`)
    } else if (token === '\n') down()
    else if (token === '\r') column = 0
    else {
      const width = /[\u1100-\uffff]/u.test(token) && token !== '…' ? 2 : 1
      if (column + width > columns) {
        down()
        column = 0
      }
      const cells = rows[row] as string[]
      cells[column] = token
      if (width === 2) cells[column + 1] = ''
      column += width
    }
  }
  return rows
    .map((cells) =>
      Array.from(cells, (cell) => cell ?? ' ')
        .join('')
        .trimEnd(),
    )
    .filter((line, index, all) => line !== '' || all.slice(index).some((later) => later !== ''))
}
