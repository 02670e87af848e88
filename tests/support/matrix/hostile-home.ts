// What a column of the matrix is: how its home is made, and what an installer owes to it.
import type { RuntimeId } from '../../../lib/runtimes/all.js'
import type { Ground } from './ground.js'

export type Environment = Readonly<Record<string, string>>

/** Another pack of the family, installed by its own installer after the home was made. */
export type PeerPack = 'get-shit-done-cc' | 'gsd-core'

/** How installing one row into the home must end. */
export interface Expectation {
  /** Codes of which one must be given with nothing changed; null: it must succeed. */
  readonly refused: readonly string[] | null
  /** Paths a person must be asked about. */
  readonly asks: readonly string[]
  /** Further paths a person may be asked about. */
  readonly mayAsk: (path: string) => boolean
}

export interface HostileHome {
  readonly id: string
  readonly about: string
  /** Last names of the home and of the project inside it. */
  readonly names: { readonly home: string; readonly project: string }
  readonly env: (ground: Omit<Ground, 'env' | 'roots'>) => Environment
  readonly build: (ground: Ground) => void
  readonly peer: PeerPack | null
  /** What its user did after that; answers the files of that pack that were edited. */
  readonly live: (ground: Ground) => readonly string[]
  readonly expects: (ground: Ground, id: RuntimeId) => Expectation
  /** Why the home cannot be made on this machine, or null. */
  readonly impossible: () => string | null
  /** Undoes what would keep the folder from being deleted. */
  readonly release: (ground: Ground) => void
}

const nothing = () => {}
export const WELCOME: Expectation = { refused: null, asks: [], mayAsk: () => false }

/** A home of which only what is given is out of the ordinary. */
export const hostileHome = (own: Pick<HostileHome, 'id' | 'about' | 'build'> & Partial<HostileHome>): HostileHome => ({
  names: { home: 'home', project: 'project' },
  env: () => ({}),
  peer: null,
  live: () => [],
  expects: () => WELCOME,
  impossible: () => null,
  release: nothing,
  ...own,
})
