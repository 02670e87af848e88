// Hook files that a client loads: sources from `hooks/` with an installation's facts.
import { HOOK_SECONDS, type HookCall, type HookOrder, type HookSource, type Registration } from '../hooks.js'
import type { EmittedFile, Scope } from '../terms.js'

/** The program's path in a source, and the file that defines it in each scope. */
const PLACE = 'in-project.js'
const PLACES: Readonly<Record<Scope, string>> = { global: 'in-home.js', local: PLACE }

/** Strips the leading comments for readers of the source. */
const headless = (text: string): string => text.replace(/^(#!.*\n)?(?:\/\/.*\n)+/, '$1')

/** A standalone file: its local imports are inlined. */
const whole = (name: string, scope: Scope, source: HookSource): string =>
  headless(source(name)).replace(/^import .* from '\.\/(.+)'\n/gm, (_, beside: string) =>
    whole(beside === PLACE ? PLACES[scope] : beside, scope, source).replace(/^export /gm, ''),
  )

/** Values of a source's free names. A project's file finds the program two folders below the project. */
const factsOf = ({ script, runtime }: HookCall, scope: Scope): Readonly<Record<string, string | number>> => ({
  GSD_PROGRAM: scope === 'global' ? script : `../../${script}`,
  GSD_CLIENT: runtime,
  GSD_MILLISECONDS: HOOK_SECONDS * 1000,
})

const filled = (text: string, facts: Readonly<Record<string, string | number>>): string =>
  text.replace(/\bGSD_[A-Z]+\b/g, (name) => (name in facts ? JSON.stringify(facts[name]) : name))

const rendered = (name: string, { call, scope, source }: HookOrder, more: Readonly<Record<string, string>> = {}) =>
  filled(whole(name, scope, source), { ...factsOf(call, scope), ...more })

const fromSource = (files: (order: HookOrder) => readonly EmittedFile[]): Registration => ({ settings: null, files })

/** One file from this source. */
export const hookFile = (name: string, path: string): Registration =>
  fromSource((order) => [{ path, text: rendered(name, order) }])

/** One program per moment, which is the hook itself. */
export const programPerMoment = (folder: string): Registration =>
  fromSource((order) =>
    order.moments.map(({ event }) => ({
      path: `${folder}/${event}.mjs`,
      text: rendered('moment.mjs', order, { GSD_EVENT: event }),
    })),
  )
