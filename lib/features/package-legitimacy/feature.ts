// Whether a package may be installed: what the project uses already, and a person's word for the rest.
import { roster } from '../../verbs/roster.js'
import { feature } from '../feature.js'

const verbs = roster({
  title: 'Packages',
  verbs: { 'package-legitimacy': async () => (await import('./verbs.js')).packageLegitimacy },
  aliases: {},
})

export const packageLegitimacy = feature({
  id: 'package-legitimacy',
  switch: 'workflow.package_legitimacy',
  always: [],
  hooks: null,
  roster: verbs,
})
