// ext trust: whether the code that a project brings runs here.
import { decide, isRefused, YES } from '../../core/consent.js'
import { type Grant, isMoment, type Point } from '../../core/extensions/manifest.js'
import { extensionDigest } from '../../core/extensions/standing.js'
import type { View } from '../../core/view.js'
import { bool, listOf, maybe, orNull, record, text } from '../../std/shape.js'
import { arg, mutation } from '../verb.js'
import { EXTENSION, named, placedIn } from './found.js'

/** Said in the question, because it is what a person agrees to. */
const mayText = (grants: readonly Grant[]): string =>
  grants.includes('run')
    ? ', and start programs with your rights'
    : grants.includes('read')
      ? ', and read the files of the project'
      : ''

const hearsText = (points: readonly Point[]): string =>
  points.some(isMoment) ? ', where it hears what is typed and what tools are called with' : ''

const isInPlace = (view: View, name: string): boolean =>
  placedIn(view).some(({ found, standing }) => found.name === name && standing === 'active')

export const extTrust = mutation('ext.trust', {
  about: 'Lets an extension of this project run, exactly as it is; or takes that back',
  args: { name: EXTENSION, revoke: arg.flag('Take the agreement back'), yes: YES },
  result: record({
    name: text(),
    trusted: bool(),
    digest: orNull(text('Of every file in it: another byte asks again')),
    files: listOf(text()),
    revoked: maybe(bool('It was trusted until now')),
  }),
  reads: ['config'],
  needsProject: false,
  needs: ['extensions', 'shipped'],
  writes: [],
  run({ name, revoke, yes }, view) {
    const nothing = { name, trusted: false, digest: null, files: [] }
    const asked = named(view, name)
    if ('error' in asked) return { result: nothing, error: asked.error }
    const { found } = asked.placed
    const digest = extensionDigest(view.digest, found)
    if (revoke) {
      const revoked = found.digest !== null && view.caller.trustedBy(digest) !== null
      return { result: { ...nothing, revoked }, forgets: revoked ? [digest] : [] }
    }
    if (found.manifest === null || found.digest === null)
      return {
        result: nothing,
        error: {
          code: 'BAD_DATA',
          message: found.problem?.message ?? `${name} cannot be used`,
          fix: found.problem?.fix ?? `fix ${found.folder}`,
        },
      }
    const result = { name, trusted: true, digest: found.digest, files: found.files }
    // What lies in the person's own folder is theirs already, and what comes with the pack was installed with it.
    if (found.source !== 'project' || view.caller.trustedBy(digest) !== null) return { result }
    const { version, points, grants } = found.manifest
    const decided = decide(
      view,
      {
        question: `This lets the extension ${name} ${version} of this project run its code on this machine at ${points.join(', ')}${hearsText(points)}${mayText(grants)}: ${found.files.length} files in .gsd/extensions/${name}, which you have looked at.${isInPlace(view, name) ? ' It then runs in the place of the one that you have under this name.' : ''}`,
        call: `gsd-tools ext trust ${name}`,
        personOnly: true,
      },
      yes,
    )
    if (isRefused(decided)) return { result: { ...result, trusted: false }, error: decided }
    return { result, agrees: [{ digest, command: `extension ${name} ${version}`, by: 'person' }] }
  },
})
