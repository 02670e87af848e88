// The pack this CLI belongs to: the installed payload around it, or the source tree it was built in.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Pack } from '../ports.js'

declare const __GSD_VERSION__: string | undefined

/** Version of the running bundle. */
export const VERSION: string = typeof __GSD_VERSION__ === 'string' ? __GSD_VERSION__ : '0.0.0-source'

/** Written into a payload at install, beside its VERSION. */
export interface PayloadFacts {
  readonly runtime: string
  readonly listed: readonly string[]
}

/** Name of the file that holds `PayloadFacts`. */
export const PAYLOAD_FACTS = 'payload.json'

const textAt = (path: string): string | null => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

const callOf = (script: string): string => `node "${script}"`

/** The payload folder around the folder of the running bundle, or null when it is no installed copy. */
export function payloadAround(bin: string): string | null {
  const payload = dirname(bin)
  return existsSync(join(payload, PAYLOAD_FACTS)) ? payload : null
}

function openPayload(payload: string, script: string): Pack {
  const facts = JSON.parse(textAt(join(payload, PAYLOAD_FACTS)) ?? '{}') as Partial<PayloadFacts>
  return {
    version: VERSION,
    runtime: facts.runtime ?? 'agents',
    listed: facts.listed ?? [],
    read: (path) => textAt(join(payload, path)),
    cli: callOf(script),
  }
}

/** Opens the pack around the running bundle. `bin` is the bundle's folder, `script` the path people call. */
export async function openPack(bin: string, script: string): Promise<Pack> {
  const payload = payloadAround(bin)
  if (payload !== null) return openPayload(payload, script)
  return openSources(dirname(bin), script)
}

/** A checkout: texts as they stand in the tree. */
async function openSources(root: string, script: string): Promise<Pack> {
  return {
    version: VERSION,
    runtime: 'agents',
    listed: [],
    read: (path) => textAt(join(root, path)),
    cli: callOf(script),
  }
}

/** Stands in where a verb did not ask for the pack. */
export const UNOPENED_PACK: Pack = {
  get version(): string {
    return VERSION
  },
  get runtime(): string {
    throw new Error('the verb uses the pack without declaring asksPack')
  },
  get listed(): readonly string[] {
    throw new Error('the verb uses the pack without declaring asksPack')
  },
  get cli(): string {
    throw new Error('the verb uses the pack without declaring asksPack')
  },
  read(): string | null {
    throw new Error('the verb uses the pack without declaring asksPack')
  },
}
