import { GROUPS } from '../../../lib/verbs/all.js'
import { verbContract } from '../../support/verb-contract.js'

verbContract(GROUPS.reports, { progress: [{ words: [] }, { words: [], git: true }] })
