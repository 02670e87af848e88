// Rerunning the checks of receipts.
import { afterAll, describe, expect, it } from 'vitest'
import { COUNTING, countingProject } from '../../support/counting.js'
import { disposeProjects, type Files, makeProject, OURS, type TempProject } from '../../support/project.js'
import { executePlan, verifyPhase } from '../../support/work.js'

afterAll(disposeProjects)

async function ask(files: Files, ...words: readonly string[]) {
  const { exit, json } = await makeProject(files).ask(...words)
  return { exit, ...json() }
}
/** Phase 1 with one plan, executed and verified with receipts, on a separate branch. */
async function verifiedProject(): Promise<TempProject> {
  const project = countingProject().initGit()
  project.git('switch', '--quiet', '-c', 'counting')
  await executePlan(project)
  await verifyPhase(project, 'passed')
  return project
}

describe('check replay', () => {
  it('reruns the checks of receipts and reports differences', async () => {
    const project = await verifiedProject()
    const before = project.snapshot()
    const same = await project.ask('check', 'replay', '--ci')
    expect([
      same.exit,
      same.json().verdict,
      same.json().replayed.map(({ same: equal }: { same: boolean }) => equal),
    ]).toEqual([0, 'pass', [true]])
    expect(project.snapshot()).toEqual(before)
    expect((await project.ask('check', 'replay', '--pretty')).stdout).toMatch(
      /^pass: 1 check run again\nsame {2}01-01 /,
    )
    project.write('part-01.js', 'module.exports = () => 0\n')
    const broken = await project.ask('check', 'replay', '--ci')
    expect([broken.exit, broken.json().verdict]).toEqual([1, 'fail'])
    expect(broken.json().replayed[0]).toMatchObject({ same: false, said: expect.stringContaining('fail 1') })
  })

  it('does not run unapproved commands, and reports missing receipts', async () => {
    const project = await verifiedProject()
    const path = `${COUNTING}/01-01-VERIFY.json`
    const text = project.read(path)
    const changed = text.replace('"part-01.test.sh"', "\"-e\", \"require('fs').writeFileSync('pwned','')\"")
    expect(changed).not.toBe(text)
    project.write(path, changed)
    const strange = await project.ask('check', 'replay', '--ci')
    expect([strange.exit, strange.json().error.code, project.has('pwned')]).toEqual([4, 'UNTRUSTED_COMMANDS', false])
    project.remove(path)
    const missing = await project.ask('check', 'replay', '--ci')
    expect([missing.exit, missing.json().missing]).toEqual([1, ['01']])
  })

  it('does not pass without checks to run', async () => {
    const found = await ask(OURS, 'check', 'replay')
    expect(found).toMatchObject({ exit: 1, verdict: 'inconclusive', replayed: [] })
    expect(found.error.code).toBe('NO_RECEIPT')
  })
})
