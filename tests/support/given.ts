// The environment and the temporary folder at the start of the process, before any test file changed them.
import { tmpdir } from 'node:os'

export const GIVEN: {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly temporary: string
} = { env: { ...process.env }, temporary: tmpdir() }
