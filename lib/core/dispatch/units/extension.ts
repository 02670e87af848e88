import { EXTENSION_UNIT } from '../../extensions/unit-type.js'
import { needs, type Unit } from './unit.js'

export const extension: Unit = {
  id: EXTENSION_UNIT,
  about: 'Does what an extension asks for',
  subject: 'free',
  workflow: 'work',
  agent: null,
  command: null,
  expects: [needs('other', { path: 'extensions/{id}.md', freshness: 'new' })],
}
