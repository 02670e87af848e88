// Git's errors, and our codes for them.
import { expect, it } from 'vitest'
import { gitError } from '../../../lib/verbs/git/steps.js'

it.each([
  ["fatal: Unable to create '/p/.git/index.lock': Read-only file system", 'GIT_READ_ONLY'],
  ["fatal: Unable to create '/p/.git/index.lock': Permission denied", 'GIT_READ_ONLY'],
  ["error: cannot open '.git/COMMIT_EDITMSG': Operation not permitted", 'GIT_READ_ONLY'],
  ['error: insufficient permission for adding an object to repository database .git/objects', 'GIT_READ_ONLY'],
  ["fatal: Unable to create '/p/.git/index.lock': File exists.", 'LOCKED'],
  ["fatal: cannot exec '.git/hooks/pre-commit': Permission denied", 'COMMIT_FAILED'],
  ["fatal: sha1 file '/p/.git/index.lock' write error. Out of diskspace", 'COMMIT_FAILED'],
  ["fatal: Unable to create '/p/.git/index.lock': No space left on device", 'COMMIT_FAILED'],
  ['git@host: Permission denied (publickey).', 'COMMIT_FAILED'],
  ['error: pathspec did not match', 'COMMIT_FAILED'],
])('%s: %s', (error, code) => {
  expect(gitError(error).code).toBe(code)
})
