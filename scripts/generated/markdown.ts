// Pieces of Markdown for the generated pages.
export const mark = (is: boolean | undefined): string => (is ? 'yes' : '-')
export const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ')
export const code = (text: string): string => `\`${text.replaceAll('|', '\\|')}\``
export const table = (header: readonly string[], rows: readonly (readonly string[])[]): string =>
  [header, header.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')
