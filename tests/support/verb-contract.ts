// What holds for every verb of a roster. A new verb is tested by being there; it only brings sample calls.
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
import { droppedEvidence, wordlessDecisions } from './evidence.js'
import { disposeProjects, type Files, makeProject, OLDER, OURS, TempProject } from './project.js'

const ERROR: Shape = {
  type: 'object',
  properties: {
    code: { type: 'string' },
    message: { type: 'string' },
    fix: { type: 'string' },
  },
  required: ['code', 'message', 'fix'],
  additionalProperties: false,
}

/** Fields the CLI adds to the answer of every verb that may write planning files. */
const WRITE_FIELDS: Readonly<Record<string, Shape>> = {
  changed: { type: 'boolean' },
  changed_files: { type: 'array', items: { type: 'string' } },
  journal: { anyOf: [{ type: 'string' }, { type: 'null' }] },
}

const writesFiles = ({ writes }: Verb): boolean => writes !== undefined && writes.length > 0

/** A verb's document on stdout: its own result, with the CLI's fields. */
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
  /** Files beside those of the project. */
  readonly files?: Files
  /** Repeating it is expected to answer otherwise. */
  readonly once?: boolean
  readonly git?: boolean
}

/** In the other projects the first sample of each verb is tried in every run. */
const OWN = 'a project of ours'

const ajv = new Ajv2020({ strict: false, allErrors: true })
const validators = new WeakMap<Verb, ValidateFunction>()

/** Of the documents a verb answers: compiling it takes longer than a call of the verb. */
function validatorOf(verb: Verb): ValidateFunction {
  const known = validators.get(verb) ?? ajv.compile(documentShape(verb))
  validators.set(verb, known)
  return known
}

const wordsOf = (name: string, words: readonly string[]) => [...callName(name).split(' '), ...words]

/** The words of a call; `{revision}` is what derivation answers now. */
async function calling(project: TempProject, name: string, words: readonly string[]): Promise<readonly string[]> {
  if (!words.includes('{revision}')) return wordsOf(name, words)
  const { stdout } = await project.ask('state', 'derive', '--pick', 'revision', '--raw')
  return wordsOf(
    name,
    words.map((word) => (word === '{revision}' ? stdout.trim() : word)),
  )
}

function prepared({ files = {}, git = false }: Sample, base: Files = OURS): TempProject {
  const project = makeProject(base)
  if (git) project.initGit()
  for (const [path, text] of Object.entries(files)) project.write(path, text)
  return project
}

const isMarkdown = (verb: Verb) => verb.output === 'markdown'

/** A write may create the folders that ignore themselves before it finds that nothing changes. */
const withoutLocks = (snapshot: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(snapshot).filter(([path]) => !path.startsWith('.planning/.runtime') && path !== '.planning/.lock'),
  )

/** Without the journal too, which may be mended whatever git left. */
const planned = (snapshot: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(withoutLocks(snapshot)).filter(([path]) => !path.startsWith('.planning/journal')))

/** In a project of ours all are tried, in the others the first. */
const takenIn = (label: string, samples: readonly Sample[]): readonly Sample[] =>
  label === OWN ? samples : samples.slice(0, 1)

const ROADMAP = '.planning/ROADMAP.md'

/** At least one call per verb that does its work, and one that misses where it can. */
export function verbContract<const V extends VerbGroup['verbs']>(
  { verbs }: { readonly verbs: V },
  all: Readonly<Record<keyof V & string, readonly [Sample, ...Sample[]]>>,
): void {
  afterEach(disposeProjects)
  /** For all calls that must change nothing; each looks whether it did. */
  const calm = new TempProject(OURS)
  afterAll(() => calm.dispose())

  describe.each(Object.keys(verbs) as (keyof V & string)[])('verb %s', (name) => {
    const load = () => (verbs[name] as () => Promise<Verb>)()
    const samples = all[name]
    it('is what the registry calls it, says in one line what it does, and names its arguments plainly', async () => {
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

    it('publishes schemas that a validator takes', async () => {
      const verb = await load()
      expect(() => validatorOf(verb)).not.toThrow()
      expect(() => ajv.compile(argumentsShape(verb.args))).not.toThrow()
    })

    it('shows help instead of running, wherever the flag stands', async () => {
      const before = calm.snapshot()
      for (const words of [
        [...wordsOf(name, []), '--help'],
        ['-h', ...wordsOf(name, [])],
        [...wordsOf(name, samples[0]?.words ?? []), '-?'],
      ]) {
        const help = await calm.ask(...words)
        expect(help.exit).toBe(0)
        expect(help.stdout).toContain(`gsd-tools ${callName(name)}`)
      }
      expect(calm.snapshot()).toEqual(before)
    })

    it('refuses a flag it does not know and does nothing', async () => {
      const verb = await load()
      const args = Object.values(verb.args as Record<string, Arg>)
      if (args.some(({ type }) => type === 'rest')) return
      const before = calm.snapshot()
      const refused = await calm.ask(...wordsOf(name, samples[0]?.words ?? []), '--no-such-flag')
      expect(refused.exit).toBe(2)
      expect(refused.json().error.code).toBe('UNKNOWN_FLAG')
      expect(calm.snapshot()).toEqual(before)
    })

    describe.each([
      [OWN, OURS],
      ['a project of an older tool', OLDER],
      ['an empty project', { '.planning/.keep': '' }],
    ] as const)('in %s', (label, base) => {
      it.each(takenIn(label, samples))('answers $words as it promises', async (sample) => {
        const verb = await load()
        const project = prepared(sample, base)
        const before = project.snapshot()
        const words = await calling(project, name, sample.words)
        const asked = [...words, ...(isMarkdown(verb) ? ['--json'] : [])]
        // What a sample promises to do is decided where the verb asks.
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
            // A verb that does asks first.
            expect(droppedEvidence(before, project.snapshot())).toEqual([])
          }
          if (sample.files === undefined) expect(wordlessDecisions(project)).toEqual([])
        }
      })
    })

    it.each(samples.filter(({ exit }) => exit === undefined))(
      'where the roadmap is left unmerged, $words changes no planning file',
      async (sample) => {
        const verb = await load()
        if (verb.writes === undefined) return
        const project = prepared(sample)
        const words = await calling(project, name, sample.words)
        const text = project.has(ROADMAP) ? project.read(ROADMAP) : '# Roadmap\n'
        project.write(ROADMAP, `${text}<<<<<<< HEAD\nours\n=======\ntheirs\n>>>>>>> two\n`)
        const before = planned(project.snapshot())
        await project.ask(...words)
        expect(planned(project.snapshot())).toEqual(before)
      },
    )

    it.each(samples.filter(({ exit, once }) => exit === undefined && once !== true))(
      'a repeat of $words changes no byte',
      async (sample) => {
        const verb = await load()
        if (verb.writes === undefined) return
        const project = prepared(sample)
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
