// package-legitimacy: whether the project already trusts a package. What it does not know, a person decides.
import { listOf, orNull, record, text } from '../../std/shape.js'
import { query } from '../../verbs/verb.js'
import { ECOSYSTEMS, trustIn } from './lockfiles.js'

export const packageLegitimacy = query({
  name: 'package-legitimacy',
  about: 'Whether packages are among those the project already uses',
  args: {
    action: { type: 'choice', values: ['check'], positional: true, required: true, about: 'What to do' },
    packages: { type: 'list', positional: true, about: 'Names of packages' },
    ecosystem: { type: 'choice', values: ECOSYSTEMS, required: true, about: 'Where they come from' },
  },
  result: record({ packages: listOf(record({ name: text(), verdict: orNull(text('in_use')), reason: text() })) }),
  reads: [],
  needsWorkstream: false,
  run({ packages, ecosystem }, view) {
    if (packages.length === 0)
      return {
        result: { packages: [] },
        error: {
          code: 'USAGE',
          message: 'no package was named',
          fix: 'package-legitimacy check --ecosystem npm <name>',
        },
      }
    const trust = trustIn(view, ecosystem)
    const judged = packages.map((name) => {
      const path = trust.holds(name)
      const reason =
        path !== null
          ? `${path} holds it`
          : trust.read.length === 0
            ? `the project has no lockfile of ${ecosystem}`
            : `it is not in ${trust.read.join(', ')}, and no registry was asked`
      return { name, verdict: path === null ? null : 'in_use', reason }
    })
    const open = judged.filter(({ verdict }) => verdict === null).map(({ name }) => name)
    if (open.length === 0) return { result: { packages: judged } }
    return {
      result: { packages: judged },
      exit: 4,
      error: {
        code: 'HOLD',
        message: `a person must decide about ${open.join(', ')}: nothing here says that ${open.length === 1 ? 'it is' : 'they are'} what the name says`,
        fix: 'ask the person, then install it: afterwards the lockfile holds it',
      },
    }
  },
})
