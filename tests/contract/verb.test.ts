// What holds for every verb of the registry. A new verb is tested by being there; it only brings sample calls.
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterEach, describe, expect, it } from 'vitest'
import { GLOBAL_FLAGS } from '../../lib/cli/flags.js'
import { argumentsShape, documentShape } from '../../lib/cli/schema.js'
import { artifactOf } from '../../lib/core/layout.js'
import { mismatches } from '../../lib/std/shape.js'
import { VERB_ALIASES, VERB_NAMES, VERBS, type VerbName } from '../../lib/verbs/all.js'
import type { Arg, Verb } from '../../lib/verbs/verb.js'
import { spoken } from '../../lib/verbs/verb.js'
import { disposeProjects, type Files, makeProject, OLDER, OURS, type TempProject } from '../support/project.js'

interface Sample {
  readonly words: readonly string[]
  readonly exit?: number
  /** Files beside those of the project. */
  readonly files?: Files
  /** Repeating it is expected to answer otherwise. */
  readonly once?: boolean
  readonly git?: boolean
}

const DRAFT = '.planning/.runtime/drafts/x/note.md'
const PLAN = '.planning/phases/01-foundation/01-02-PLAN.md'

/** At least one call per verb that does its work, and one that misses where it can. */
const SAMPLES: Readonly<Record<VerbName, readonly Sample[]>> = {
  next: [{ words: [] }, { words: ['--explain'] }, { words: ['--table'] }],
  'unit.claim': [
    { words: ['execute-plan', '01-02', '--revision', '{revision}'], once: true },
    { words: ['execute-plan', '09-01', '--revision', '{revision}'], exit: 1 },
    { words: ['nonsense', '1'], exit: 2 },
  ],
  'unit.finish': [{ words: ['--claim', 'no-such-token'], exit: 3 }],
  'unit.reset': [{ words: ['execute-plan', '01-02', '--reason', 'mended'], exit: 4 }],
  'check.run': [{ words: ['01-02'], once: true }, { words: ['--baseline'] }, { words: ['9'], exit: 1 }],
  adopt: [{ words: [] }, { words: ['--drop'] }],
  'phase.complete': [
    { words: ['1'], exit: 1 },
    { words: ['9'], exit: 1 },
  ],
  'plan.complete': [{ words: ['01-01'] }, { words: ['01-02'], exit: 1 }],
  'state.derive': [{ words: [] }, { words: ['--explain'] }],
  brief: [{ words: ['plan-phase', '2'] }, { words: ['nonsense'], exit: 2 }],
  'state.get': [
    { words: [] },
    { words: ['Status'] },
    { words: ['Session Continuity'] },
    { words: ['Nonsense'], exit: 1 },
  ],
  'state.json': [{ words: [] }],
  'state.update': [
    { words: ['Resume file', 'notes.md'] },
    { words: ['Status', 'done'], exit: 1 },
    { words: ['Nonsense', 'x'], exit: 1 },
  ],
  'state.patch': [
    { words: ['--Resume file', 'a.md', '--Stopped at', 'half way'] },
    { words: ['--Resume file', 'a.md', '--Progress', '9'], exit: 1 },
  ],
  'state.add-decision': [
    { words: ['--summary', 'Use files', '--phase', '1', '--rationale', 'simple'] },
    { words: ['--summary-file', DRAFT], files: { [DRAFT]: 'Use a queue\n' } },
    { words: [], exit: 2 },
  ],
  'state.add-blocker': [{ words: ['--text', 'No key yet'] }, { words: [], exit: 2 }],
  'state.record-session': [{ words: ['--stopped-at', 'Task 2', '--resume-file', 'a.md'] }],
  'config.get': [
    { words: ['mode'] },
    { words: ['workflow'] },
    { words: ['workflow.research'] },
    { words: ['response_language'] },
    { words: ['nonsense'], exit: 1 },
  ],
  'config.set': [
    { words: ['workflow.research', 'true'] },
    { words: ['granularity', 'coarse'] },
    { words: ['mode', 'null'] },
    { words: ['mode', 'nonsense'], exit: 2 },
    { words: ['nonsense', '1'], exit: 2 },
  ],
  'config.list': [{ words: [] }, { words: ['workflow'] }, { words: ['--chosen'] }],
  'roadmap.analyze': [{ words: [] }],
  'roadmap.get-phase': [{ words: ['2'] }, { words: ['--phase', '02'] }, { words: ['9'], exit: 1 }],
  'phase.find': [{ words: ['1'] }, { words: ['--phase', '01'] }, { words: ['9'], exit: 1 }],
  'phase.add': [{ words: ['Exports for people'], once: true }],
  'phase.plan-index': [{ words: ['1'] }, { words: ['9'], exit: 1 }],
  'requirements.list': [{ words: [] }, { words: ['--open', '--phase', '1'] }],
  'requirements.mark-complete': [
    { words: ['CORE-01', '--overrule', '--by', 'Ada', '--reason', 'seen it'] },
    { words: ['CORE-02'], exit: 1 },
    { words: ['CORE-77'], exit: 1 },
    { words: ['CORE-01', '--overrule'], exit: 2 },
  ],
  'frontmatter.get': [
    { words: [PLAN] },
    { words: [PLAN, '--field', 'plan'] },
    { words: [PLAN, 'nonsense'], exit: 1 },
    { words: ['nothing.md'], exit: 1 },
  ],
  'frontmatter.set': [
    { words: [PLAN, 'requirements', '["CORE-02","CORE-01"]'] },
    { words: [PLAN, 'wave', '7'], exit: 1 },
  ],
  'frontmatter.validate': [{ words: [PLAN, '--schema', 'plan'] }, { words: ['README.md'], exit: 2 }],
  'template.fill': [
    { words: ['plan', '--phase', '2', '--plan', '1'], once: true },
    { words: ['verification', '--phase', '1'], once: true },
    { words: ['summary', '--phase', '1'], exit: 2 },
  ],
  'scaffold.context': [{ words: ['2'] }, { words: ['--phase', '9'], exit: 1 }],
  'scaffold.uat': [{ words: ['1'] }],
  'scaffold.verification': [{ words: ['1'] }],
  'scaffold.phase-dir': [{ words: ['2'] }],
  commit: [
    { words: ['add notes', '--files', 'notes.md'], files: { 'notes.md': 'x\n' }, git: true, once: true },
    { words: ['nothing'], git: true },
    { words: ['no repository'] },
  ],
  'resolve-model': [{ words: ['planner'] }, { words: ['gsd-executor'] }, { words: ['nobody'], exit: 1 }],
  'verify.plan-structure': [{ words: [PLAN] }, { words: ['nothing.md'], exit: 1 }],
  'verify.phase-completeness': [
    { words: ['1'], exit: 1 },
    { words: ['9'], exit: 1 },
  ],
  'verify.references': [{ words: [PLAN] }, { words: ['README.md'] }],
  'validate.health': [{ words: [] }],
}

const ajv = new Ajv2020({ strict: false, allErrors: true })

const load = (name: VerbName) => VERBS[name]() as Promise<Verb>
const wordsOf = (name: string, words: readonly string[]) => [...spoken(name).split(' '), ...words]

/** The words of a call; `{revision}` is what derivation answers now. */
async function calling(project: TempProject, name: string, words: readonly string[]): Promise<readonly string[]> {
  if (!words.includes('{revision}')) return wordsOf(name, words)
  const { stdout } = await project.ask('state', 'derive', '--pick', 'revision', '--raw')
  return wordsOf(
    name,
    words.map((word) => (word === '{revision}' ? stdout.trim() : word)),
  )
}

afterEach(disposeProjects)

function prepared({ files = {}, git = false }: Sample, base: Files = OURS): TempProject {
  const project = makeProject(base)
  if (git) project.initGit()
  for (const [path, text] of Object.entries(files)) project.write(path, text)
  return project
}

const isMarkdown = (verb: Verb) => verb.output === 'markdown'

describe.each(VERB_NAMES)('verb %s', (name) => {
  it('is what the registry calls it, says in one line what it does, and names its arguments plainly', async () => {
    const verb = await load(name)
    expect(verb.name).toBe(name)
    expect(verb.about).toMatch(/^[A-Z].{5,90}[^.]$/)
    const args = Object.entries(verb.args as Record<string, Arg>)
    for (const [key, arg] of args) {
      expect(key).toMatch(/^[a-z][A-Za-z-]*$/)
      expect(arg.about).not.toBe('')
      expect(Object.keys(GLOBAL_FLAGS).filter((flag) => flag !== 'confirm')).not.toContain(key)
    }
    const positional = args.filter(([, arg]) => arg.positional === true)
    expect(positional.slice(0, -1).some(([, { type }]) => type === 'list')).toBe(false)
    const optionalFrom = positional.findIndex(([, { required }]) => required !== true)
    expect(optionalFrom < 0 || positional.slice(optionalFrom).every(([, { required }]) => required !== true)).toBe(true)
  })

  it('publishes schemas that a validator takes', async () => {
    const verb = await load(name)
    expect(() => ajv.compile(documentShape(verb))).not.toThrow()
    expect(() => ajv.compile(argumentsShape(verb.args))).not.toThrow()
    const project = makeProject({})
    const shown = await project.ask('schema', ...spoken(name).split(' '))
    expect(shown.exit).toBe(0)
    expect(shown.json().name).toBe(name)
  })

  it('shows help instead of running, wherever the flag stands', async () => {
    const project = makeProject(OURS)
    const before = project.snapshot()
    for (const words of [
      [...wordsOf(name, []), '--help'],
      ['-h', ...wordsOf(name, [])],
      [...wordsOf(name, SAMPLES[name][0]?.words ?? []), '-?'],
    ]) {
      const help = await project.ask(...words)
      expect(help.exit).toBe(0)
      expect(help.stdout).toContain(`gsd-tools ${spoken(name)}`)
    }
    expect(project.snapshot()).toEqual(before)
  })

  it('refuses a flag it does not know and does nothing', async () => {
    const verb = await load(name)
    const args = Object.values(verb.args as Record<string, Arg>)
    if (args.some(({ type }) => type === 'rest' || type === 'pairs')) return
    const project = makeProject(OURS)
    const before = project.snapshot()
    const refused = await project.ask(...wordsOf(name, SAMPLES[name][0]?.words ?? []), '--no-such-flag')
    expect(refused.exit).toBe(2)
    expect(refused.json().error.code).toBe('UNKNOWN_FLAG')
    expect(project.snapshot()).toEqual(before)
  })

  it('is reached by its hyphenated name and its aliases', async () => {
    const project = makeProject(OURS)
    const names = [name.replace('.', '-'), ...Object.keys(VERB_ALIASES).filter((alias) => VERB_ALIASES[alias] === name)]
    for (const alias of names) {
      const help = await project.ask('query', alias, '--help')
      expect(help.stdout).toContain(`gsd-tools ${spoken(name)}`)
    }
  })

  describe.each([
    ['a project of ours', OURS],
    ['a project of an older tool', OLDER],
    ['an empty project', { '.planning/.keep': '' }],
  ] as const)('in %s', (label, base) => {
    it.each(SAMPLES[name])('answers $words as it promises', async (sample) => {
      const verb = await load(name)
      const project = prepared(sample, base)
      const before = project.snapshot()
      const words = await calling(project, name, sample.words)
      const answer = await project.ask(...words, ...(isMarkdown(verb) ? ['--json'] : []))
      if (label === 'a project of ours')
        expect([answer.exit, answer.stderr]).toEqual([sample.exit ?? 0, expect.anything()])
      expect([0, 1, 2, 3, 4]).toContain(answer.exit)
      const document = answer.json()
      if (answer.exit === 2 || !('result' in { result: document })) {
        expect(document.error).toMatchObject({ code: expect.any(String), message: expect.any(String) })
        expect(document.error.fix).not.toBe('')
      } else if (Object.keys(document ?? {}).join() !== 'error') {
        expect(mismatches(documentShape(verb), document)).toEqual([])
        const validate = ajv.compile(documentShape(verb))
        expect([validate(document), validate.errors]).toEqual([true, null])
      }
      if (document?.error !== undefined) expect(answer.stderr).toContain(document.error.code)
      if (verb.kind === 'query' || answer.exit !== 0)
        expect(withoutLocks(project.snapshot())).toEqual(withoutLocks(before))
      else {
        for (const path of document.changed_files as readonly string[])
          expect((verb as { writes: readonly string[] }).writes).toContain(artifactOf(path))
      }
    })
  })

  it.each(SAMPLES[name].filter(({ exit }) => exit === undefined))(
    'under --dry-run, $words writes nothing and foretells the run',
    async (sample) => {
      const verb = await load(name)
      if (verb.kind === 'query') return
      const project = prepared(sample)
      const before = project.snapshot()
      const words = await calling(project, name, sample.words)
      const foretold = await project.ask(...words, '--dry-run')
      expect([foretold.exit, foretold.json().dry_run]).toEqual([0, true])
      expect(project.snapshot()).toEqual(before)
      if (verb.kind === 'task') return
      // The same moment, so that time stamps are equal.
      project.time -= 1000
      const done = await project.ask(...words)
      expect(done.json().changed_files).toEqual(foretold.json().changed_files)
      const after = project.snapshot()
      for (const edit of foretold.json().edits)
        if (edit.path.startsWith('.planning/') && edit.kind !== 'append')
          expect(after[edit.path] ?? null).toBe(edit.after)
    },
  )

  it.each(SAMPLES[name].filter(({ exit, once }) => exit === undefined && once !== true))(
    'a repeat of $words changes no byte',
    async (sample) => {
      const verb = await load(name)
      if (verb.kind === 'query') return
      const project = prepared(sample)
      await project.ask(...wordsOf(name, sample.words))
      const after = project.snapshot()
      const again = await project.ask(...wordsOf(name, sample.words))
      expect([again.exit, again.json().changed, again.json().journal]).toEqual([0, false, null])
      expect(project.snapshot()).toEqual(after)
    },
  )
})

/** A write may create the folders that ignore themselves before it finds that nothing changes. */
const withoutLocks = (snapshot: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(snapshot).filter(([path]) => !path.startsWith('.planning/.runtime') && path !== '.planning/.lock'),
  )

it('gives every verb at least one sample call', () => {
  expect(VERB_NAMES.filter((name) => SAMPLES[name].length === 0)).toEqual([])
})
