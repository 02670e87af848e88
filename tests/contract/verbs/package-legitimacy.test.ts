import { packageLegitimacy } from '../../../lib/features/package-legitimacy/feature.js'
import { verbContract } from '../../support/verb-contract.js'

const ON = { '.planning/config.json': '{"workflow":{"package_legitimacy":true}}' }
const LOCK = { ...ON, 'package-lock.json': '{"packages":{"":{},"node_modules/left":{}}}' }
const NPM = ['--ecosystem', 'npm']

verbContract(packageLegitimacy.roster, {
  'package-legitimacy': [
    { words: ['check', 'left', ...NPM], files: LOCK },
    { words: ['check', 'right', ...NPM], files: LOCK, exit: 4 },
    { words: ['check', ...NPM], files: LOCK, exit: 2 },
  ],
})
