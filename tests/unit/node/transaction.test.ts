import { chmodSync, lstatSync, mkdirSync, readdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { afterEach, describe, expect, it } from 'vitest'
import type { Edit } from '../../../lib/artifacts/codec.js'
import type { OwnStep, UnitStep } from '../../../lib/core/builtin-steps.js'
import { unitStep } from '../../../lib/core/trust.js'
import type { Ctx } from '../../../lib/core/verb.js'
import { GsdError } from '../../../lib/errors.js'
import { sha256 } from '../../../lib/node/digest.js'
import { type Applied, runVerb } from '../../../lib/node/transaction.js'
import { disposeProjects, makeProject, type TempProject } from '../../support/project.js'
import { openWorkspace } from '../../support/writer.js'

afterEach(disposeProjects)

const START = { '.planning/PROJECT.md': '# P\n', '.planning/config.json': '{}\n' }

async function apply(
  project: TempProject,
  edits: readonly Edit[],
  writes = ['project', 'note', 'other', 'ledger', 'draft'],
): Promise<Applied> {
  const verb = { name: 'test.write', writes: writes as never, run: () => ({ result: {}, edits }) }
  return (await runVerb(openWorkspace(project.root), verb, {})).applied
}

const text = (path: string, content: string): Edit => ({ kind: 'text', path, text: content })
const codeOf = async (action: () => Promise<unknown>): Promise<string> => {
  try {
    await action()
    return 'done'
  } catch (error) {
    return error instanceof GsdError ? error.code : String(error)
  }
}

describe('a write', () => {
  it('reports its changes, saves the old bytes and leaves no lock', async () => {
    const project = makeProject(START)
    const applied = await apply(project, [text('.planning/PROJECT.md', '# Q\n'), text('.planning/notes/a.md', 'x\n')])
    expect(applied).toMatchObject({ changed: true, changed_files: ['.planning/PROJECT.md', '.planning/notes/a.md'] })
    expect(project.read('.planning/PROJECT.md')).toBe('# Q\n')
    const before = sha256('# P\n')
    expect(project.read(`.planning/journal/objects/${before.slice(0, 2)}/${before.slice(2)}`)).toBe('# P\n')
    expect(readdirSync(project.at('.planning')).filter((name) => name.includes('lock'))).toEqual([])
  })

  it('without differences touches nothing', async () => {
    const project = makeProject(START)
    utimesSync(project.at('.planning/PROJECT.md'), 1, 1)
    const before = project.snapshot()
    expect(await apply(project, [text('.planning/PROJECT.md', '# P\n')])).toEqual({
      changed: false,
      changed_files: [],
      journal: null,
    })
    expect(project.snapshot()).toEqual(before)
    expect(lstatSync(project.at('.planning/PROJECT.md')).mtimeMs).toBe(1000)
  })

  it('that the verb did not declare is refused as a whole', async () => {
    const project = makeProject(START)
    const before = project.snapshot()
    const edits = [text('.planning/PROJECT.md', '# Q\n'), text('.planning/ROADMAP.md', '# R\n')]
    expect(await codeOf(() => apply(project, edits))).toBe('WRITE_REFUSED')
    expect(project.read('.planning/PROJECT.md')).toBe('# P\n')
    expect(Object.keys(project.snapshot())).toEqual(Object.keys(before))
  })

  it.each(['src/a.ts', '../a', '.planning/../a', '/etc/a', '.planning\\a', '.planning/a\0b'])(
    'never leaves the planning folder: %s',
    async (path) => {
      expect(await codeOf(() => apply(makeProject(START), [text(path, 'x')]))).toBe('PATH_OUTSIDE')
    },
  )

  it('of a tree made by a newer program is refused', async () => {
    const project = makeProject({ ...START, '.planning/config.json': '{"planning_schema": 2}' })
    expect(await codeOf(() => apply(project, [text('.planning/PROJECT.md', '# Q\n')]))).toBe('SCHEMA_NEWER')
    expect(project.read('.planning/PROJECT.md')).toBe('# P\n')
  })

  it('does not go through a link, even inside the project: neither link nor target changes', async () => {
    const project = makeProject(START)
    project.write('elsewhere/real.md', '# P\n')
    project.remove('.planning/PROJECT.md')
    symlinkSync(project.at('elsewhere/real.md'), project.at('.planning/PROJECT.md'))
    expect(await codeOf(() => apply(project, [text('.planning/PROJECT.md', '# Q\n')]))).toBe('PATH_OUTSIDE')
    expect(lstatSync(project.at('.planning/PROJECT.md')).isSymbolicLink()).toBe(true)
    expect(project.read('elsewhere/real.md')).toBe('# P\n')
  })

  it('keeps the mode of what it replaces', async () => {
    const project = makeProject(START)
    chmodSync(project.at('.planning/PROJECT.md'), 0o640)
    await apply(project, [text('.planning/PROJECT.md', '# Q\n')])
    expect(lstatSync(project.at('.planning/PROJECT.md')).mode & 0o777).toBe(0o640)
  })

  it('of the runtime folder is neither listed nor journaled', async () => {
    const project = makeProject(START)
    const applied = await apply(project, [text('.planning/.runtime/drafts/a/x.md', 'x\n')])
    expect(applied).toMatchObject({ changed: true, changed_files: [], journal: null })
    expect(project.has('.planning/journal')).toBe(false)
    expect(project.read('.planning/.runtime/.gitignore')).toBe('*\n')
  })

  it('makes git ignore the run-time folder and the journal even if their .gitignore is empty', async () => {
    const project = makeProject({ ...START, '.planning/.runtime/.gitignore': '', '.planning/journal/.gitignore': '' })
    await apply(project, [text('.planning/PROJECT.md', '# Q\n')])
    expect(project.read('.planning/.runtime/.gitignore')).toBe('*\n')
    expect(project.read('.planning/journal/.gitignore')).toBe('*\n')
  })

  it('removes an emptied draft folder with its last file', async () => {
    const project = makeProject(START)
    await apply(project, [text('.planning/.runtime/drafts/a/x.md', 'x\n')])
    await apply(project, [{ kind: 'remove', path: '.planning/.runtime/drafts/a/x.md' }])
    expect(project.has('.planning/.runtime/drafts/a')).toBe(false)
  })

  it('appends after the last complete line of a log', async () => {
    const project = makeProject({ ...START, '.planning/ledger.jsonl': 'whole\nhalf a li' })
    await apply(project, [{ kind: 'line', path: '.planning/ledger.jsonl', payload: { a: 1 } }])
    expect(project.read('.planning/ledger.jsonl')).toMatch(/^whole\n\{"v":1,"n":7,"h":"[0-9a-f]{16}"\}\t\{"a":1\}\n$/)
  })

  it('fails if a folder is in place of the lock', async () => {
    const project = makeProject(START)
    mkdirSync(project.at('.planning/.lock'))
    utimesSync(project.at('.planning/.lock'), 1, 1)
    expect(await codeOf(() => apply(project, [text('.planning/PROJECT.md', '# Q\n')]))).toContain('EISDIR')
    expect(project.read('.planning/PROJECT.md')).toBe('# P\n')
  })
})

describe('a verb that starts programs', () => {
  const taskOf = (steps: readonly UnitStep[], more: readonly UnitStep[] = []) => ({
    name: 'test.task',
    writes: ['project' as const],
    needs: ['programs' as const],
    run: async ({ view, results, run }: Ctx) => {
      await run(() => steps)
      await run(() => more)
      const out = [...results].map(
        ([name, { exitCode, stdout, problem }]) => `${name}:${exitCode}:${stdout.trim()}:${problem}`,
      )
      return {
        result: { saw: view.source('.planning/PROJECT.md')?.text },
        edits: [text('.planning/PROJECT.md', `${out.join('\n')}\n`)],
      }
    },
  })

  const node = (name: string, code: string, rest: Partial<OwnStep> = {}): UnitStep => ({
    name,
    argv: ['node', '-e', code],
    ...rest,
  })

  it('runs its programs one after another, then decides with the new files', async () => {
    const project = makeProject(START)
    const steps = [node('a', "require('fs').writeFileSync('.planning/PROJECT.md', '# Changed\\n'); console.log('hi')")]
    const outcome = await runVerb(openWorkspace(project.root), taskOf(steps, [node('b', 'process.exit(3)')]), {})
    expect(outcome.answer.result).toEqual({ saw: '# Changed\n' })
    expect(project.read('.planning/PROJECT.md')).toBe('a:0:hi:null\nb:3::null\n')
  })

  /** A verb that reads a file, which then changes during each of the first `times` runs of the verb. */
  const interfering = (project: TempProject, times: number) => {
    let runs = 0
    const verb = {
      name: 'test.beside',
      writes: ['project' as const],
      needs: ['programs' as const],
      run: async ({ view, results, run }: Ctx) => {
        const before = view.source('.planning/PROJECT.md')?.text
        await run(() => [node('a', "require('fs').appendFileSync('runs', 'x')")])
        if (runs++ < times) project.write('.planning/PROJECT.md', `# Beside ${runs}\n`)
        return { result: [...results.keys()], edits: [text('.planning/PROJECT.md', `${before}and more\n`)] }
      },
    }
    return { outcome: () => runVerb(openWorkspace(project.root), verb, {}), runs: () => runs }
  }

  it('is repeated if a read file has changed, without running a program twice', async () => {
    const project = makeProject(START)
    const task = interfering(project, 2)
    await task.outcome()
    expect([task.runs(), project.read('runs')]).toEqual([3, 'x'])
    expect(project.read('.planning/PROJECT.md')).toBe('# Beside 2\nand more\n')
  })

  it('ends with a conflict if others never stop, and writes nothing', async () => {
    const project = makeProject(START)
    const task = interfering(project, Number.POSITIVE_INFINITY)
    await expect(task.outcome()).rejects.toMatchObject({ body: { code: 'CONFLICT' }, exit: 3 })
    expect(project.read('.planning/PROJECT.md')).toBe(`# Beside ${task.runs()}\n`)
  })

  it('distinguishes missing from slow programs, and kills slow ones with all their processes', async () => {
    const project = makeProject(START)
    const sleepy =
      "require('child_process').spawn(process.execPath, ['-e', \"setTimeout(() => require('fs').writeFileSync('late', ''), 600)\"], {stdio: 'inherit'}); setInterval(() => {}, 1000)"
    const steps = [unitStep({ name: 'none', argv: ['no-such-program-here'] }), node('slow', sleepy, { timeoutMs: 250 })]
    await runVerb(openWorkspace(project.root), taskOf(steps), {})
    expect(project.read('.planning/PROJECT.md')).toBe('none:null::not-found\nslow:null::timeout\n')
    await new Promise((resolve) => setTimeout(resolve, 900))
    expect(project.has('late')).toBe(false)
  })

  it('has a digest of the tree that depends on content outside .planning, not on the git status', async () => {
    const project = makeProject({ ...START, 'a.txt': 'a', '.gitignore': 'ignored\n' }).initGit()
    const tree = async () => {
      await runVerb(openWorkspace(project.root), taskOf([{ name: 't', argv: ['@tree-digest'] }]), {})
      return project.read('.planning/PROJECT.md')
    }
    const first = await tree()
    writeFileSync(project.at('ignored'), 'x')
    project.write('.planning/notes/n.md', 'x')
    expect(await tree()).toBe(first)
    project.write('b.txt', 'b')
    const untracked = await tree()
    expect(untracked).not.toBe(first)
    project.git('add', 'b.txt')
    project.git('commit', '--quiet', '--message=b')
    expect(await tree()).toBe(untracked)
    project.write('a.txt', 'A')
    expect(await tree()).not.toBe(untracked)
  })
})
