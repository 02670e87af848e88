// The order of test files: the longest begin first, so that no core waits at the end of a run for a file that began late. vitest goes by how long a file took
// the last time, and on a fresh clone by its size, which says the opposite here: the test of a client is three lines over a contract.
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Each of them takes minutes. */
export const LONGEST: readonly string[] = [
  'tests/clients/auto.test.ts',
  'tests/clients/lifecycle.test.ts',
  'tests/clients/milestone.test.ts',
  'tests/clients/kilo.test.ts',
  'tests/clients/hooks-kilo.test.ts',
  'tests/clients/opencode.test.ts',
  'tests/clients/servers.test.ts',
  'tests/clients/hooks-opencode.test.ts',
  'tests/clients/cline.test.ts',
  'tests/clients/hooks-cline.test.ts',
  'tests/clients/hooks-pi.test.ts',
  'tests/clients/parallel.test.ts',
  'tests/clients/qwen.test.ts',
  'tests/cli/auto.test.ts',
  'tests/cli/auto-remote.test.ts',
  'tests/cli/auto-killed.test.ts',
  'tests/hostile/briefs.test.ts',
  'tests/contract/brief.test.ts',
]

const place = ({ moduleId }: TestSpecification): number => {
  const at = LONGEST.findIndex((path) => moduleId.replaceAll('\\', '/').endsWith(`/${path}`))
  return at === -1 ? LONGEST.length : at
}

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((a, b) => place(a) - place(b))
  }
}
