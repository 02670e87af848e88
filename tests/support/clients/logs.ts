// Reads the log files of clients.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The texts of all logs below a folder. */
export const logsBelow = (folder: string): string =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.log'))
        .sort()
        .map((name) => readFileSync(join(folder, name), 'utf8'))
        .join('\n')
    : ''
