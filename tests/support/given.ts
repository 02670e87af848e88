// What the process was started with, before the first test file changed anything of it.
import { tmpdir } from 'node:os'

export const GIVEN: {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly temporary: string
} = { env: { ...process.env }, temporary: tmpdir() }
