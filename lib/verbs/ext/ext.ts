// ext list and ext trust: the extensions, and whether each of them may run here.
import { decide, isRefused, YES } from '../../core/consent.js'
import { EXTENSION_STATES, extensionDigest, inactiveNotices, optionsOf, stateOf } from '../../core/extensions/active.js'
import { isMoment } from '../../core/extensions/manifest.js'
import { SOURCES } from '../../core/extensions/port.js'
import { arg, verb } from '../../core/verb.js'
import type { View } from '../../core/view.js'
import type { ErrorBody } from '../../errors.js'
import { any, bool, listOf, maybe, oneOf, orNull, record, text, texts } from '../../std/shape.js'
import { findingsShape } from '../findings.js'

const foundIn = ({ extensions }: View) => extensions?.found ?? []

const unknownName = (name: string): ErrorBody => ({
  code: 'NOT_FOUND',
  message: `there is no extension "${name}" in .gsd/extensions of the project or in ~/.gsd/extensions`,
  fix: `run gsd ext add ${name} if the pack has an extension of this name`,
})

export const extList = verb('ext.list', {
  about: 'List extensions in the order in which they run, and why any of them cannot run',
  result: record({
    extensions: listOf(
      record({
        name: text(),
        version: orNull(text()),
        about: orNull(text()),
        source: oneOf(SOURCES),
        state: oneOf(EXTENSION_STATES),
        points: texts(),
        options: any("Options as passed to the extension's handlers"),
        notices: findingsShape,
      }),
    ),
  }),
  reads: ['config'],
  needsProject: false,
  needs: ['extensions'],
  run: ({ view }) => ({
    result: {
      extensions: foundIn(view).map((found) => {
        const { name, source, manifest } = found
        const { version = null, about = null, points = [] } = manifest ?? {}
        const [state, options] = [stateOf(found, view), optionsOf(found, view)]
        return { name, version, about, source, state, points, options, notices: inactiveNotices(found, view) }
      }),
    },
  }),
  pretty: ({ extensions }) =>
    extensions.length === 0
      ? 'There are no extensions.'
      : extensions
          .map(
            ({ name, version, source, state, points, about, notices }) =>
              `${name} ${version ?? ''} (${source}, ${state}) at ${points.join(', ')}\n    ${about ?? ''}${notices.map(({ message, fix }) => `\n    ${message} (${fix})`).join('')}`,
          )
          .join('\n'),
})

export const extTrust = verb('ext.trust', {
  about: 'Let an extension of this project run as it is now, or revoke that permission',
  args: { name: arg.word('Extension name from ext list'), revoke: arg.flag('Revoke the permission'), yes: YES },
  result: record({
    name: text(),
    trusted: bool(),
    files: listOf(text()),
    revoked: maybe(bool('The extension was trusted before')),
  }),
  reads: ['config'],
  needsProject: false,
  needs: ['extensions'],
  writes: [],
  run({ view }, { name, revoke, yes }) {
    const nothing = { name, trusted: false, files: [] }
    const found = foundIn(view).findLast((one) => one.name === name)
    if (found === undefined) return { result: nothing, error: unknownName(name) }
    const digest = extensionDigest(view, found)
    const isTrusted = found.source === 'user' || view.caller.trustedBy(digest) !== null
    if (revoke) return { result: { ...nothing, revoked: view.caller.trustedBy(digest) !== null }, forgets: [digest] }
    if (found.manifest === null) {
      const { message = '', fix = '' } = found.problem ?? {}
      return { result: nothing, error: { code: 'BAD_DATA', message, fix } }
    }
    const result = { name, trusted: true, files: found.files }
    if (isTrusted) return { result }
    const { version, points } = found.manifest
    const hears = points.some(isMoment) ? ', where it receives prompts and tool arguments' : ''
    const decided = decide(view, yes, {
      question: `This lets extension ${name} ${version} of this project run code on this machine, with your permissions, at ${points.join(', ')}${hears}: ${found.files.length} files in .gsd/extensions/${name}. Read them first.`,
      call: `gsd ext trust ${name}`,
      isForUserOnly: true,
    })
    if (isRefused(decided)) return { result: { ...result, trusted: false }, error: decided }
    return { result, agrees: [{ digest, command: `extension ${name} ${version}`, by: 'person' }] }
  },
})
