// The layers over the texts of the pack: what the project brings in `.gsd/overrides/`, then what the person has in `~/.gsd/overrides/`. A tree is data: a file of
// the project counts where a person of this machine agreed to exactly this text.
import { parseTokens, replaceTokens } from '../../markdown/tokens.js'
import { onceOf } from '../../std/once.js'
import type { PackView, View } from '../view.js'
import { type Applied, customised, faultOf } from './apply.js'
import {
  isOverrideName,
  OVERRIDE_FOLDERS,
  type OverrideFile,
  type OverrideProblem,
  readOverride,
} from './override-file.js'

export const TEAM_FOLDER = '.gsd/overrides'

/** Among the person's files, how they want to work: it is about no text of the pack. */
export const OWN_PAGE = 'how-i-work.md'
/** Most keep none, and pay for no more than this look. */
export const hasOwnPage = ({ custody }: Pick<View, 'custody'>): boolean =>
  custody.overrides.some(({ name }) => name === OWN_PAGE)

export const LAYERS = ['team', 'user'] as const
type Layer = (typeof LAYERS)[number]

export interface LayerFile extends OverrideFile {
  readonly layer: Layer
  /** Where it lies: below the project, or the absolute path of a file of the person's own. */
  readonly path: string
  /** The text of the pack it is about. */
  readonly name: string
  readonly digest: string
  readonly trusted: boolean
}

/** What a person agrees to: this text at this place. */
const overrideDigest = (view: View, name: string, text: string): string =>
  view.digest(JSON.stringify(['override', name, text]))

/** Files of the project's own layer, with those whose place means nothing. */
export function teamFiles(view: View): readonly LayerFile[] {
  // Most projects have none, and pay for one look.
  const folders = view.list(TEAM_FOLDER)
  return folders.flatMap(({ name: folder, kind }) => {
    if (kind !== 'directory')
      return folder.endsWith('.md') && folder !== 'README.md' ? [fileOf(view, 'team', folder, '')] : []
    if (!(OVERRIDE_FOLDERS as readonly string[]).includes(folder)) return [fileOf(view, 'team', folder, '')]
    return view.list(`${TEAM_FOLDER}/${folder}`).flatMap(({ name, kind: what }) => {
      if (name.startsWith('.')) return []
      const text = what === 'file' ? view.source(`${TEAM_FOLDER}/${folder}/${name}`)?.text : null
      return [fileOf(view, 'team', `${folder}/${name}`, text ?? null)]
    })
  })
}

const layerFiles = (view: View): readonly LayerFile[] => [
  ...teamFiles(view),
  ...view.custody.overrides.flatMap(({ name, path, text }) =>
    name === OWN_PAGE ? [] : [{ ...fileOf(view, 'user', name, text), path }],
  ),
]

/** `text` null: what has the name cannot be read as a text. */
function fileOf(view: View, layer: Layer, name: string, text: string | null): LayerFile {
  const digest = overrideDigest(view, name, text ?? '')
  const misplaced: OverrideProblem = {
    code: 'OVERRIDE_UNKNOWN',
    line: 0,
    message: `${name} is not the name of a text of the pack`,
    fix: `use <${OVERRIDE_FOLDERS.join('|')}>/<name>.md; gsd overrides list names what there is`,
  }
  const unread: OverrideProblem = {
    code: 'OVERRIDE_UNREADABLE',
    line: 0,
    message: `${name} is not text: a link to elsewhere, too large, or not UTF-8`,
    fix: 'put a Markdown file in its place, or remove it',
  }
  return {
    layer,
    name,
    path: `${TEAM_FOLDER}/${name}`,
    digest,
    trusted: layer === 'user' || view.custody.trusts(digest),
    ...(!isOverrideName(name)
      ? { entries: [], problems: [misplaced] }
      : text === null
        ? { entries: [], problems: [unread] }
        : readOverride(text)),
  }
}

export interface Judged extends LayerFile {
  /** Passages that count. */
  readonly applied: readonly Applied[]
  /** All that keeps others from counting. */
  readonly faults: readonly OverrideProblem[]
}

/** Every file of both layers against the texts of the pack, the project's first. */
export const judgedLayers = onceOf((view: PackView): readonly Judged[] =>
  layerFiles(view).map((file) => judged(view, file)),
)

function judged(view: PackView, file: LayerFile): Judged {
  const base = isOverrideName(file.name) ? view.pack.read(file.name) : null
  if (base === null) {
    const gone: OverrideProblem = {
      code: 'OVERRIDE_UNKNOWN',
      line: 0,
      message: `the pack has no ${file.name} (any more)`,
      fix: `remove ${file.path}, or give it the name of the text that is meant: gsd overrides list`,
    }
    return { ...file, applied: [], faults: file.problems.length > 0 ? file.problems : [gone] }
  }
  const faults = [...file.problems]
  const applied: Applied[] = []
  for (const entry of file.entries) {
    const fault = faultOf(file.name, base, entry)
    if (fault !== null) faults.push(fault)
    else if (file.trusted) applied.push({ ...entry, path: file.path, text: placed(view, file.name, entry.text) })
  }
  return { ...file, applied, faults }
}

const FOLDER: Readonly<Record<string, string>> = { ref: 'references', flow: 'workflows', tpl: 'templates' }

/** What an installation fills in. In a workflow the rest of the tokens waits for the brief. */
function placed({ pack, host }: PackView, about: string, text: string): string {
  const client = about.startsWith('workflows/') ? null : pack.host(host)
  return replaceTokens(text, parseTokens(text).parts, ({ name, target }) => {
    if (name === 'cli') return pack.cli
    if (target === null) return null
    const folder = FOLDER[name]
    if (folder !== undefined) return `${pack.root}/${folder}/${target}.md`
    if (client === null) return null
    return name === 'cmd'
      ? client.command(target)
      : name === 'agent'
        ? client.agent(target)
        : name === 'tool'
          ? client.tool(target)
          : null
  })
}

/** Whether anybody overrides anything; most briefs end their looking here. */
export const hasOverrides = (view: PackView): boolean => judgedLayers(view).length > 0

/** The passages for one text of the pack that count. */
const passagesFor = (view: PackView, name: string): readonly Applied[] =>
  judgedLayers(view).flatMap((file) => (file.name === name ? file.applied : []))

/** A text of the pack as it holds here; null where there is none. */
export function promptText(view: PackView, name: string): string | null {
  const base = view.pack.read(name)
  const passages = base === null ? [] : passagesFor(view, name)
  return base === null || passages.length === 0 ? base : customised(name, base, passages).text
}
