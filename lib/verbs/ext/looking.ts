// ext list, new: what there is, what is wrong with it, and how one begins.
import { isExtensionName, MOMENTS } from '../../core/extensions/manifest.js'
import { newExtension } from '../../core/extensions/scaffold.js'
import { mapOf, record, text } from '../../std/shape.js'
import { arg, query } from '../verb.js'
import { extensionsShape, placedIn, shown } from './found.js'

export const extList = query('ext.list', {
  about: 'Extensions with where they come from, whether they count, and what keeps them from counting',
  result: record({ extensions: extensionsShape }),
  reads: ['config'],
  needsProject: false,
  needs: ['extensions', 'shipped'],
  run: (_args, view) => ({ result: { extensions: placedIn(view).map((placed) => shown(placed, view)) } }),
  pretty: ({ extensions }) =>
    extensions
      .map(
        ({ name, version, source, state, points, about, notices }) =>
          `${name}${version === null ? '' : ` ${version}`} (${source}, ${state})${points.length === 0 ? '' : ` at ${points.join(', ')}`}${about === null ? '' : `\n    ${about}`}${notices.map(({ message, fix }) => `\n    ${message} (${fix})`).join('')}`,
      )
      .join('\n'),
})

export const extNew = query('ext.new', {
  about: 'The files of a new extension with its test, as texts; gsd ext new writes them',
  args: {
    name: arg.word('Lower case letters, digits and dashes'),
    at: arg.choice(MOMENTS, 'The moment of a session at which it is heard; else it counts units'),
  },
  result: record({ name: text(), files: mapOf(text(), 'By path in the folder of the extension') }),
  reads: [],
  needsProject: false,
  run: ({ name, at }) =>
    isExtensionName(name)
      ? { result: { name, files: newExtension(name, at ?? null) } }
      : {
          result: { name, files: {} },
          error: {
            code: 'USAGE',
            message: `"${name}" is not an extension name`,
            fix: 'two to forty lower case letters, digits and dashes, a letter first',
          },
        },
})
