// Verbs over skills: those an agent loads by the settings, those a client finds, and where it looks for them.
import { AGENT_MODELS, roleOf } from '../core/project/models.js'
import { readSettings } from '../core/project/settings.js'
import { findSkill, skillFolders, skillsIn } from '../core/project/skills.js'
import type { PersonView } from '../core/view.js'
import type { Json } from '../std/json.js'
import { int, listOf, orNull, record, text } from '../std/shape.js'
import { callingHost, unknownAgent } from '../verbs/models/models.js'
import { arg, mutation, query } from '../verbs/verb.js'

const namesIn = (value: Json): readonly string[] =>
  typeof value === 'string' ? [value] : Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []

export const agentSkills = query('agent-skills', {
  about: 'The skills an agent loads by the settings, as text for its prompt',
  args: { agent: arg.word('Agent, with or without gsd-') },
  result: text('Empty where none is set'),
  reads: ['config'],
  needsProject: false,
  needs: ['host', 'pack', 'person'],
  run({ agent }, view) {
    const settings = readSettings(view)
    if (settings.problem !== null) return { result: '', error: settings.problem }
    const role = roleOf(agent)
    const names = namesIn(settings.get(`agent_skills.${role}`) ?? settings.get(`agent_skills.gsd-${role}`))
    if (names.length === 0 && !Object.hasOwn(AGENT_MODELS, role)) return { result: '', error: unknownAgent(agent) }
    if (names.length === 0) return { result: '', absent: true }
    const folders = skillFolders(callingHost(view, settings), view)
    const lines = names.map((name) => skillLine(name, folders, view))
    return { result: ['Load these skills before you begin:', ...lines].join('\n') }
  },
})

function skillLine(name: string, folders: readonly string[], view: PersonView): string {
  const skill = findSkill(name, folders, view)
  if (skill === null) return `- ${name}: not found here; say so in your report`
  const about = skill.description === '' ? '' : `: ${skill.description}`
  return `- ${skill.path}${about}`
}

export const skillManifest = mutation('skill-manifest', {
  about: 'Skills of a folder, or those the calling client finds',
  args: {
    'skills-dir': arg.text('Folder with one directory for each skill'),
    write: arg.flag('Keep the answer in skill-manifest.json too'),
  },
  result: record({
    skills: listOf(record({ name: text(), path: text(), description: text() })),
    count: int(),
    written: orNull(text('The file')),
  }),
  reads: ['config'],
  writes: ['skill-manifest', 'other'],
  needs: ['host', 'pack', 'person'],
  run({ 'skills-dir': folder, write }, view) {
    const { person } = view
    const given = folder === undefined || /^(?:\/|[A-Za-z]:)/.test(folder) ? folder : `${person.cwd}/${folder}`
    const folders = given === undefined ? skillFolders(callingHost(view, readSettings(view)), view) : [given]
    const skills = folders.flatMap((path) => [...skillsIn(path, person)])
    const path = view.at('skill-manifest.json')
    const result = { skills, count: skills.length, written: write ? path : null }
    return {
      result,
      edits: write ? [{ kind: 'text', path, text: `${JSON.stringify({ skills }, null, 2)}\n` }] : [],
    }
  },
})
