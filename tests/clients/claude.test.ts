// Claude Code after an install, shown by itself.
import { clientContract } from '../support/clients/contract.js'

clientContract('claude', { mostTokens: 300 })
