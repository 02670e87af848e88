// Reading a planning-file kind: non-text bytes read as empty, and issues are computed lazily.
import type { Issue } from '../../errors.js'
import type { Source } from '../../ports.js'
import { once } from '../../std/once.js'
import type { Parsed } from '../codec.js'
import { notText } from './issues.js'

export function parsed<V>(source: Source, value: V, odd: () => readonly Issue[]): Parsed<V> {
  const issues = once(() => (source.text === null ? [notText(source)] : odd()))
  return {
    value,
    get issues() {
      return issues()
    },
  }
}
