// Words that a person is asked for on a terminal: those of `gsd init` that no flag has said, and a secret.
import input from '@inquirer/input'
import type { FewWords } from '../../core/project/first-charter.js'
import { orEnded } from '../../install/wizard.js'

/** The words with those that were asked for; an empty answer leaves one as it is. */
export const askWords = (words: FewWords): Promise<FewWords> =>
  orEnded(
    (async () => {
      const name = await input({ message: 'Name of the project', default: words.name })
      const what = words.what ?? (await said('What it is and for whom'))
      const value = words.value ?? (await said('The one thing that must work'))
      const phases = [...words.phases]
      if (phases.length > 0) return { name, what, value, phases }
      for (;;) {
        const title = await said(`Phase ${phases.length + 1}, its title; Enter ends the list`)
        if (title === null) return { name, what, value, phases }
        phases.push(title)
      }
    })(),
  )

async function said(message: string): Promise<string | null> {
  const answer = (await input({ message })).trim()
  return answer === '' ? null : answer
}

/** What is typed or pasted is shown as stars, and not at all once it is given. */
export const askSecret = (name: string): Promise<string> =>
  orEnded(
    input({
      message: name,
      transformer: (value, { isFinal }) => (isFinal ? '' : '*'.repeat(value.length)),
    }),
  )
