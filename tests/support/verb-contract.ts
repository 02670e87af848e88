// The tests that every verb must pass. A new verb only adds sample calls.
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { GLOBAL_FLAGS } from '../../lib/cli/arguments.js'
import { argumentsShape } from '../../lib/cli/gsd/mcp.js'
import { artifactOf } from '../../lib/core/layout.js'
import { type Arg, callName, type Verb } from '../../lib/core/verb.js'
import type { Shape } from '../../lib/std/shape.js'
import { mismatches } from '../../lib/std/shape.js'
import type { VerbGroup } from '../../lib/verbs/all.js'
import { agreed } from './agreed.js'
import { droppedEvidence, unattributedDecisions } from './evidence.js'
import { disposeProjects, type Files, makeProject, OLDER, OURS, TempProject } from './project.js'

const ERROR: Shape = {
  type: 'object',
  properties: { code: { type: 'string' }, message: { type: 'string' }, fix: { type: 'string' } },
  required: ['code', 'message', 'fix'],
  additionalProperties: false,
}

/** Fields that the CLI adds to the result of every verb that may write planning files. */
const WRITE_FIELDS: Readonly<Record<string, Shape>> = {
  changed: { type: 'boolean' },
  changed_files: { type: 'array', items: { type: 'string' } },
  journal: { anyOf: [{ type: 'string' }, { type: 'null' }] },
}

const writesFiles = ({ writes }: Verb): boolean => writes !== undefined && writes.length > 0

/** Shape of a verb's document on stdout: its result and the CLI's fields. */
function documentShape(verb: Verb): Shape {
  const { result } = verb
  if (result.type !== 'object') return result
  const writes = writesFiles(verb)
  return {
    ...result,
    properties: { ...result.properties, error: ERROR, ...(writes ? WRITE_FIELDS : {}) },
    required: [...(result.required ?? []), ...(writes ? Object.keys(WRITE_FIELDS) : [])],
  }
}

export interface Sample {
  readonly words: readonly string[]
  readonly exit?: number
  /** Files in addition to those of the project. */
  readonly files?: Files
  /** Whether repeating the call is expected to have another result. */
  readonly once?: boolean
  readonly git?: boolean
}

/** Label of the project in which all samples run. */
const OWN = 'a project of ours'

const ajv = new Ajv2020({ strict: false, allErrors: true })
const validators = new WeakMap<Verb, ValidateFunction>()

/** Validator of a verb's documents, cached because compiling one takes longer than a call. */
function validatorOf(verb: Verb): ValidateFunction {
  const known = validators.get(verb) ?? ajv.compile(documentShape(verb))
  validators.set(verb, known)
  return known
}

const wordsOf = (name: string, words: readonly string[]) => [...callName(name).split(' '), ...words]

/** Arguments of a call; `{revision}` is replaced with the current revision. */
async function argsOf(project: TempProject, name: string, words: readonly string[]): Promise<readonly string[]> {
  if (!words.includes('{revision}')) return wordsOf(name, words)
  const { stdout } = await project.ask('state', 'derive', '--pick', 'revision', '--raw')
  return wordsOf(
    name,
    words.map((word) => (word === '{revision}' ? stdout.trim() : word)),
  )
}

function preparedProject({ files = {}, git = false }: Sample, base: Files = OURS): TempProject {
  const project = makeProject(base)
  if (git) project.initGit()
  for (const [path, text] of Object.entries(files)) project.write(path, text)
  return project
}

const isMarkdown = (verb: Verb) => verb.output === 'markdown'

/** Without run-time files and the lock: a write may create them before it finds that nothing changes. */
const withoutLocks = (snapshot: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(snapshot).filter(([path]) => !path.startsWith('.planning/.runtime') && path !== '.planning/.lock'),
  )

/** Without the journal as well, which may be repaired even during a merge. */
const planningFiles = (snapshot: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(withoutLocks(snapshot)).filter(([path]) => !path.startsWith('.planning/journal')))

/** Samples to run in a project: all in a project of ours, only the first in others. */
const samplesFor = (label: string, samples: readonly Sample[]): readonly Sample[] =>
  label === OWN ? samples : samples.slice(0, 1)

const ROADMAP = '.planning/ROADMAP.md'

/** Defines the tests of all verbs of a group. Samples: at least one call per verb, and one that fails where that is possible. */
export function verbContract<const V extends VerbGroup['verbs']>(
  { verbs }: { readonly verbs: V },
  all: Readonly<Record<keyof V & string, readonly [Sample, ...Sample[]]>>,
): void {
  afterEach(disposeProjects)
  /** A project for calls that must change nothing. */
  const unchangedProject = new TempProject(OURS)
  afterAll(() => unchangedProject.dispose())

  describe.each(Object.keys(verbs) as (keyof V & string)[])('verb %s', (name) => {
    const load = () => (verbs[name] as () => Promise<Verb>)()
    const samples = all[name]
    it('has the name of its registry key, a description of one line, and valid names and positions of arguments', async () => {
      const verb = await load()
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
      expect(optionalFrom < 0 || positional.slice(optionalFrom).every(([, { required }]) => required !== true)).toBe(
        true,
      )
    })

    it('publishes valid JSON schemas', async () => {
      const verb = await load()
      expect(() => validatorOf(verb)).not.toThrow()
      expect(() => ajv.compile(argumentsShape(verb.args))).not.toThrow()
    })

    it('shows help instead of running, wherever the flag stands', async () => {
      const before = unchangedProject.snapshot()
      for (const words of [
        [...wordsOf(name, []), '--help'],
        ['-h', ...wordsOf(name, [])],
        [...wordsOf(name, samples[0]?.words ?? []), '-?'],
      ]) {
        const help = await unchangedProject.ask(...words)
        expect(help.exit).toBe(0)
        expect(help.stdout).toContain(`gsd-tools ${callName(name)}`)
      }
      expect(unchangedProject.snapshot()).toEqual(before)
    })

    it('refuses an unknown flag, unless the verb takes the rest of the line, and changes nothing', async () => {
      const verb = await load()
      const args = Object.values(verb.args as Record<string, Arg>)
      if (args.some(({ type }) => type === 'rest')) return
      const before = unchangedProject.snapshot()
      const refused = await unchangedProject.ask(...wordsOf(name, samples[0]?.words ?? []), '--no-such-flag')
      expect(refused.exit).toBe(2)
      expect(refused.json().error.code).toBe('UNKNOWN_FLAG')
      expect(unchangedProject.snapshot()).toEqual(before)
    })

    describe.each([
      [OWN, OURS],
      ['a project of an older tool', OLDER],
      ['an empty project', { '.planning/.keep': '' }],
    ] as const)('in %s', (label, base) => {
      it.each(samplesFor(label, samples))(
        'answers $words according to its schema, and writes only what it declares',
        async (sample) => {
          const verb = await load()
          const project = preparedProject(sample, base)
          const before = project.snapshot()
          const words = await argsOf(project, name, sample.words)
          const asked = [...words, ...(isMarkdown(verb) ? ['--json'] : [])]
          // A sample that should succeed is confirmed if the verb asks.
          const answer = sample.exit === undefined ? await agreed(project, ...asked) : await project.ask(...asked)
          if (label === OWN) expect([answer.exit, answer.stderr]).toEqual([sample.exit ?? 0, expect.anything()])
          expect([0, 1, 2, 3, 4]).toContain(answer.exit)
          const document = answer.json()
          if (answer.exit === 2) {
            expect(document.error).toMatchObject({ code: expect.any(String), message: expect.any(String) })
            expect(document.error.fix).not.toBe('')
          } else if (Object.keys(document ?? {}).join() !== 'error') {
            expect(mismatches(documentShape(verb), document)).toEqual([])
            const validate = validatorOf(verb)
            expect([validate(document), validate.errors]).toEqual([true, null])
          }
          if (document?.error !== undefined) expect(answer.stderr).toContain(document.error.code)
          if (!writesFiles(verb) || answer.exit !== 0)
            expect(withoutLocks(project.snapshot())).toEqual(withoutLocks(before))
          else {
            for (const path of document.changed_files as readonly string[])
              expect(verb.writes).toContain(artifactOf(path))
            if (!Object.hasOwn(verb.args, 'yes')) {
              // A verb that drops evidence must ask first.
              expect(droppedEvidence(before, project.snapshot())).toEqual([])
            }
            if (sample.files === undefined) expect(unattributedDecisions(project)).toEqual([])
          }
        },
      )
    })

    it.each(samples.filter(({ exit }) => exit === undefined))(
      '$words changes no planning file while the roadmap has merge conflicts',
      async (sample) => {
        const verb = await load()
        if (verb.writes === undefined) return
        const project = preparedProject(sample)
        const words = await argsOf(project, name, sample.words)
        const text = project.has(ROADMAP) ? project.read(ROADMAP) : '# Roadmap\n'
        project.write(ROADMAP, `${text}<<<<<<< HEAD\nours\n=======\ntheirs\n>>>>>>> two\n`)
        const before = planningFiles(project.snapshot())
        await project.ask(...words)
        expect(planningFiles(project.snapshot())).toEqual(before)
      },
    )

    it.each(samples.filter(({ exit, once }) => exit === undefined && once !== true))(
      'repeating $words changes no byte',
      async (sample) => {
        const verb = await load()
        if (verb.writes === undefined) return
        const project = preparedProject(sample)
        await agreed(project, ...wordsOf(name, sample.words))
        const after = project.snapshot()
        const again = await agreed(project, ...wordsOf(name, sample.words))
        const { changed = false, journal = null } = again.json()
        expect([again.exit, changed, journal]).toEqual([0, false, null])
        expect(project.snapshot()).toEqual(after)
      },
    )
  })
}
