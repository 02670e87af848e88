// Qwen Code after an install, shown by itself.
import { clientContract } from '../support/clients/contract.js'

clientContract('qwen')
