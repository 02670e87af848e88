// Hook files that a client loads as code: sources in `hooks/`, filled in for one installation.
import { HOOK_SECONDS, type HookCall, type HookRequest, type HookSource, type Registration } from '../hooks.js'
import type { EmittedFile, Scope } from '../terms.js'

/** The module from which a source imports the program's path, and its replacement in each scope. */
const PATH_MODULE = 'in-project.js'
const PATH_MODULES: Readonly<Record<Scope, string>> = { global: 'in-home.js', local: PATH_MODULE }

/** Strips the header comments, which are for readers of this repository. */
const withoutHeader = (text: string): string => text.replace(/^(#!.*\n)?(?:\/\/.*\n)+/, '$1')

/** Returns a source as a standalone file, with its local imports inlined. */
const inlined = (name: string, scope: Scope, source: HookSource): string =>
  withoutHeader(source(name)).replace(/^import .* from '\.\/(.+)'\n/gm, (_, imported: string) =>
    inlined(imported === PATH_MODULE ? PATH_MODULES[scope] : imported, scope, source).replace(/^export /gm, ''),
  )

/** Values of a source's `GSD_` placeholders. In a project, a hook file is two folders below the project. */
const placeholdersOf = ({ script, runtime }: HookCall, scope: Scope): Readonly<Record<string, string | number>> => ({
  GSD_PROGRAM: scope === 'global' ? script : `../../${script}`,
  GSD_CLIENT: runtime,
  GSD_MILLISECONDS: HOOK_SECONDS * 1000,
})

const filled = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\bGSD_[A-Z]+\b/g, (name) => (name in values ? JSON.stringify(values[name]) : name))

const rendered = (name: string, { call, scope, source }: HookRequest, more: Readonly<Record<string, string>> = {}) =>
  filled(inlined(name, scope, source), { ...placeholdersOf(call, scope), ...more })

const registrationOf = (files: (request: HookRequest) => readonly EmittedFile[]): Registration => ({
  settings: null,
  files,
})

/** Registers one file, made from the source `name`. */
export const hookFile = (name: string, path: string): Registration =>
  registrationOf((request) => [{ path, text: rendered(name, request) }])

/** Registers one program for each moment; its file is the hook. */
export const programPerMoment = (folder: string): Registration =>
  registrationOf((request) =>
    request.moments.map(({ event }) => ({
      path: `${folder}/${event}.mjs`,
      text: rendered('moment.mjs', request, { GSD_EVENT: event }),
    })),
  )
