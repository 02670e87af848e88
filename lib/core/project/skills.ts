// Skills a client can load: where they lie, and what each one says of itself.
import { scan } from '../../markdown/scan.js'
import type { Host, HostFolders, Person } from '../../ports.js'
import { frontText, readPromptFront } from '../brief/prompt-front.js'
import type { PersonView } from '../view.js'

export interface Skill {
  readonly name: string
  /** Absolute path of its SKILL.md. */
  readonly path: string
  readonly description: string
}

/** Absolute folder of a client in the person's home; its own variables may move it. */
export function globalFolder({ global, variables }: Pick<HostFolders, 'global' | 'variables'>, person: Person): string {
  const mover = variables.find(({ variable }) => person.variable(variable) !== null)
  if (mover === undefined) return `${person.home}/${global}`
  const moved = person.variable(mover.variable) as string
  const folder = moved.startsWith('~/') ? `${person.home}${moved.slice(1)}` : moved.replaceAll('\\', '/')
  return mover.below === '' ? folder : `${folder}/${mover.below}`
}

/** Folders the client reads skills from, the project's first. */
export function skillFolders({ folders: { skills } }: Pick<Host, 'folders'>, view: PersonView): readonly string[] {
  if (skills === null) return []
  return [
    `${view.projectRoot}/${skills.local}/${skills.folder}`,
    `${globalFolder(skills, view.person)}/${skills.folder}`,
  ]
}

/** Skills directly below a folder, one directory each. */
export const skillsIn = (folder: string, person: Person): readonly Skill[] =>
  person
    .list(folder)
    .filter(({ kind }) => kind !== 'file')
    .flatMap(({ name }) => skillAt(`${folder}/${name}/SKILL.md`, name, person) ?? [])

function skillAt(path: string, name: string, person: Person): Skill | null {
  const text = person.read(path)
  if (text === null) return null
  return { name, path, description: unquoted(frontText(readPromptFront(text, scan(text)), 'description')) }
}

const unquoted = (text: string): string => /^(["'])(.*)\1$/s.exec(text)?.[2] ?? text

/** A skill as settings name it: a path in the project, `global:<name>`, or the name of one in any folder of the client. */
export function findSkill(word: string, folders: readonly string[], view: PersonView): Skill | null {
  const isGlobal = word.startsWith('global:')
  const name = isGlobal ? word.slice('global:'.length) : word
  if (name === '' || name.split('/').includes('..')) return null
  if (!isGlobal && name.includes('/')) {
    const own = `${view.projectRoot}/${name.replace(/\/?(?:SKILL\.md)?$/, '')}/SKILL.md`
    return skillAt(
      own,
      name
        .replace(/\/SKILL\.md$/, '')
        .split('/')
        .at(-1) ?? name,
      view.person,
    )
  }
  const searched = isGlobal ? folders.slice(1) : folders
  return searched.flatMap((folder) => skillAt(`${folder}/${name}/SKILL.md`, name, view.person) ?? [])[0] ?? null
}
