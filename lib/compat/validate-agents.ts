// Verbs about what surrounds the tree: its settings, and the agents that the calling client has.
import { AGENT_MODELS } from '../core/project/models.js'
import { readSettings } from '../core/project/settings.js'
import { globalFolder } from '../core/project/skills.js'
import { bool, mapOf, orNull, record, text, texts } from '../std/shape.js'
import { unknownShape } from '../verbs/findings.js'
import { callingHost } from '../verbs/models/models.js'
import { query } from '../verbs/verb.js'

export const validateAgents = query('validate.agents', {
  about: 'Whether the calling client has the agents of the pack',
  result: record({
    agents_dir: orNull(text('null: the client has no agent files')),
    agents_found: bool(),
    installed: texts(),
    missing: texts(),
    incomplete: texts('There, but without a description or a text'),
    expected: texts(),
    posture: mapOf(record({ ok: bool(), violations: texts() }), 'Checks of the client by name'),
    unknown: unknownShape,
  }),
  reads: ['config'],
  needsProject: false,
  needs: ['host', 'pack', 'person'],
  run(_args, view) {
    const settings = readSettings(view)
    const { folders } = callingHost(view, settings)
    const roles = Object.keys(AGENT_MODELS).filter((role) => view.pack.read(`agents/${role}.md`) !== null)
    const expected = roles.map((role) => `gsd-${role}`)
    if (folders.agents === null)
      return {
        result: {
          agents_dir: null,
          agents_found: false,
          installed: [],
          missing: [],
          incomplete: [],
          expected,
          posture: {},
          unknown: [
            {
              path: 'agents_dir',
              code: 'NO_AGENT_FILES',
              reason: 'the client keeps no agents in files: briefs say what to do instead',
            },
          ],
        },
      }
    const local = `${view.projectRoot}/${folders.local}/${folders.agents}`
    const global = `${globalFolder(folders, view.person)}/${folders.agents}`
    const stem = (name: string) => name.replace(/\.[a-z.]+$/, '')
    const ownIn = (folder: string) => view.person.list(folder).filter(({ name }) => stem(name).startsWith('gsd-'))
    const folder = ownIn(local).length > 0 ? local : global
    const files = ownIn(folder)
    const there = new Set(files.map(({ name }) => stem(name)))
    const incomplete = files
      .filter(({ name }) => expected.includes(stem(name)))
      .filter(({ name }) => !/description/.test(view.person.read(`${folder}/${name}`) ?? ''))
      .map(({ name }) => stem(name))
    const installed = expected.filter((name) => there.has(name))
    const foreign = [...there].filter((name) => !expected.includes(name))
    return {
      result: {
        agents_dir: folder,
        agents_found: installed.length > 0,
        installed,
        missing: expected.filter((name) => !there.has(name)),
        incomplete,
        expected,
        posture: {
          names: {
            ok: foreign.length === 0,
            violations: foreign.map((name) => `${name} is not an agent of this pack`),
          },
        },
        unknown: [],
      },
    }
  },
})
