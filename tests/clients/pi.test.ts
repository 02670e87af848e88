// Pi after an install, shown by itself.
import { clientContract } from '../support/clients/contract.js'

clientContract('pi', { mostTokens: 0 })
