// A secret that a person is asked for on a terminal.
import input from '@inquirer/input'
import { orEnded } from '../../install/wizard.js'

/** What is typed or pasted is shown as stars, and not at all once it is given. */
export const askSecret = (name: string): Promise<string> =>
  orEnded(
    input({
      message: name,
      transformer: (value, { isFinal }) => (isFinal ? '' : '*'.repeat(value.length)),
    }),
  )
