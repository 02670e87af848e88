// instructions generate: what agents should know of the project, in the marked block of the client's instruction file.
import { readSettings, type Settings } from '../core/project/settings.js'
import type { PackView, View } from '../core/view.js'
import type { ErrorBody } from '../errors.js'
import { int, listOf, oneOf, orNull, record, text } from '../std/shape.js'
import { callingHost } from '../verbs/models/models.js'
import { arg, mutation } from '../verbs/verb.js'
import { findBlock, isEdited, withBlock } from './instruction-block.js'

interface Section {
  readonly id: string
  readonly title: string
  /** File it is taken from. */
  readonly path: string
  /** What of it is embedded; null: nothing. */
  text(view: View): string | null
}

const LONGEST = 1500

/** The file up to the last line that fits; what is behind it is named, because half a sentence misleads. */
const whole = (path: string) => (view: View) => {
  const text = view.source(path)?.text?.trim() ?? null
  if (text === null || text.length <= LONGEST) return text
  const end = text.lastIndexOf('\n', LONGEST)
  return `${text.slice(0, Math.max(end, 0)).trimEnd()}\n\nThis is its beginning; the rest is in \`${path}\`.`.trimStart()
}

const SECTIONS: readonly Section[] = [
  {
    id: 'project',
    title: 'Project',
    path: '.planning/PROJECT.md',
    text(view) {
      const project = view.parse('project', view.at('PROJECT.md'))?.value
      if (project === undefined) return null
      const core = project.coreValue === null ? [] : [`What matters most: ${project.coreValue}`]
      const constraints = project.constraints.length === 0 ? [] : project.constraints.map((one) => `- ${one}`)
      return [project.name ?? '', project.whatThisIs ?? '', ...core, ...constraints]
        .filter((line) => line !== '')
        .join('\n')
    },
  },
  { id: 'stack', title: 'Stack', path: '.planning/codebase/STACK.md', text: whole('.planning/codebase/STACK.md') },
  {
    id: 'conventions',
    title: 'Conventions',
    path: '.planning/codebase/CONVENTIONS.md',
    text: whole('.planning/codebase/CONVENTIONS.md'),
  },
  {
    id: 'architecture',
    title: 'Architecture',
    path: '.planning/codebase/ARCHITECTURE.md',
    text: whole('.planning/codebase/ARCHITECTURE.md'),
  },
]

interface Rendered {
  readonly id: string
  readonly lines: readonly string[]
  readonly fallback: boolean
}

/** A section as the settings want it: its text, or where to read it. A file that is not there gives none. */
function rendered(section: Section, settings: Settings, view: View): Rendered | null {
  if (view.source(section.path) === null) return null
  const wish = settings.get(`claude_md_assembly.blocks.${section.id}`) ?? settings.get('claude_md_assembly.mode')
  const body = wish === 'link' ? null : section.text(view)
  const lines = body === null || body === '' ? [`Read \`${section.path}\` before you work on it.`] : body.split('\n')
  return {
    id: section.id,
    lines: [`## ${section.title}`, '', ...demoted(lines), ''],
    fallback: body === null && wish !== 'link',
  }
}

/** Headings of an embedded file go below the block's own. */
const demoted = (lines: readonly string[]): readonly string[] =>
  lines.map((line) => (/^#{1,4} /.test(line) ? `##${line}` : line))

const WORKFLOW = [
  '## Workflow',
  '',
  'The plan of this project lies in `.planning/`. Its files are written by `gsd-tools`; ask it instead of editing STATE.md or ROADMAP.md by hand.',
]

const ACTIONS = ['created', 'updated', 'unchanged', 'skipped', 'refused'] as const

export const instructionsGenerate = mutation('instructions.generate', {
  about: "Write what agents should know into the marked block of the client's instruction file",
  args: {
    output: arg.path("File to write; the client's own if left out"),
    auto: arg.flag('Taken and ignored: nothing is asked'),
    force: arg.flag('Also over a block that somebody edited'),
    runtime: arg.text('Client whose file is meant; the calling one if left out', { names: 'client' }),
  },
  result: record({
    claude_md_path: text('Relative to the project root'),
    action: oneOf(ACTIONS, 'skipped: somebody edited the block'),
    sections_generated: listOf(text()),
    sections_fallback: listOf(text(), 'Named instead of embedded, because they could not be read'),
    sections_skipped: listOf(text(), 'Without a file to take them from'),
    sections_total: int(),
    profile_status: orNull(text('The profile of the person is written by the feature that makes it')),
    message: text(),
  }),
  reads: ['config', 'project', 'other'],
  writes: ['instructions', 'other'],
  needs: ['host', 'pack'],
  run({ output, force, runtime }, view) {
    const settings = readSettings(view)
    const path = output ?? instructionFile(view, settings, runtime)
    const parts = SECTIONS.flatMap((section) => rendered(section, settings, view) ?? [])
    const answer = (action: (typeof ACTIONS)[number], message: string) => ({
      claude_md_path: path,
      action,
      sections_generated: [...parts.map(({ id }) => id), 'workflow'],
      sections_fallback: parts.filter(({ fallback }) => fallback).map(({ id }) => id),
      sections_skipped: SECTIONS.map(({ id }) => id).filter((id) => !parts.some((part) => part.id === id)),
      sections_total: SECTIONS.length + 1,
      profile_status: null,
      message,
    })
    const refuse = (error: ErrorBody) => ({ result: answer('refused', error.message), error })
    if (settings.problem !== null) return refuse(settings.problem)
    if (!path.endsWith('.md') || path.startsWith('.planning/'))
      return refuse({
        code: 'USAGE',
        message: `${path} is not an instruction file: expected a Markdown file outside .planning/`,
        fix: 'leave --output out',
      })
    const source = view.source(path)
    if (source !== null && source.text === null)
      return refuse({ code: 'EDIT_UNSAFE', message: `${path} is not text`, fix: 'save it as UTF-8' })
    const before = source?.text ?? ''
    const found = findBlock(before)
    if (found === 'broken')
      return refuse({
        code: 'EDIT_UNSAFE',
        message: `the comments around the block in ${path} do not pair`,
        fix: 'remove both comments, then call again',
      })
    if (found !== null && isEdited(found, view.digest) && !force)
      return { result: answer('skipped', 'somebody edited the block; --force writes over it') }
    const body = [...parts.flatMap(({ lines }) => lines), ...WORKFLOW].join('\n').trim()
    const after = withBlock(before, found, body, view.digest)
    if (after === before) return { result: answer('unchanged', 'the block says so already') }
    return {
      result: answer(source === null ? 'created' : 'updated', `the block in ${path} is up to date`),
      edits: [{ kind: 'text', path, text: after }],
    }
  },
})

/** Where the client's instruction file lies: the settings first, then its row. */
function instructionFile(view: PackView, settings: Settings, runtime?: string): string {
  const set = settings.get('claude_md_path')
  const chosen = typeof set === 'string' ? set.replace(/^\.\//, '') : ''
  const isSafe = chosen !== '' && !chosen.startsWith('/') && !chosen.split(/[\\/]/).includes('..')
  return isSafe ? chosen : callingHost(view, settings, runtime).instructions
}
