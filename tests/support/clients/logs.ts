// What clients write into log files instead of saying it.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The text of every log below a folder; empty where there is none. */
export const logsBelow = (folder: string): string =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.log'))
        .sort()
        .map((name) => readFileSync(join(folder, name), 'utf8'))
        .join('\n')
    : ''
