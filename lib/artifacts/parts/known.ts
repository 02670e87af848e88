// What one and the same bytes are asked again and again is asked once, where what was answered is kept.
import type { Source } from '../../ports.js'

/** What `make` answers about the file; see `Source.known`. */
export const knownOf = <T>(source: Source, name: string, make: () => T): T =>
  source.known === undefined ? make() : source.known(name, make)
