// Qwen Code after an installation, tested in the real client.
import { clientContract } from '../support/clients/contract.js'

clientContract('qwen')
