// CHARTER.md: what a new project is, each fact once. A draft: the CLI renders the documents of the project from it, and it goes.
import { compactCodec } from '../compact/compact-codec.js'
import { CHARTER, type CharterValue, NO_CHARTER } from './charter.js'
import { readCharter } from './charter-read.js'
import { freshCharter } from './charter-write.js'

export const charter = compactCodec<CharterValue>({
  id: 'charter',
  about: 'What a new project is, each fact once; its documents are rendered from it',
  shape: CHARTER,
  empty: NO_CHARTER,
  // A charter that is begun is held to its form when it is handed in, not when it is read.
  read: (source) => ({ value: readCharter(source).value, issues: [] }),
  lacks: (source) => readCharter(source).issues,
  fresh: freshCharter,
  quotes: true,
})
