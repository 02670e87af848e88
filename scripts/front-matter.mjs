// Front matter of our prompts as a client reads it: real YAML, in which every value is text, a list or a map.
import matter from 'gray-matter'
import { FAILSAFE_SCHEMA, load } from 'js-yaml'

const refused = (language) => () => {
  throw new Error(`front matter in ${language} is refused: it could run code, or guess types`)
}
const engines = {
  ...Object.fromEntries(['javascript', 'json', 'coffee', 'toml'].map((language) => [language, refused(language)])),
  yaml: (text) => load(text, { schema: FAILSAFE_SCHEMA, json: true }) ?? {},
}

/** Values by key, and the text after the block. Throws if a client could not read it. */
export const frontMatterOf = (text) => matter(text, { engines })

/** Our reader's value in the library's terms: text, lists, plain objects. */
const plain = (value) => (value instanceof Map ? Object.fromEntries(value) : value)

/** Invalid YAML in a prompt's front matter, or a difference from our own reader. */
export function frontFindings({ path, text, front }) {
  if (front.end === 0) return []
  try {
    const { data } = frontMatterOf(text)
    return [...front.values].flatMap(([key, value]) => {
      const [ours, theirs] = [JSON.stringify(plain(value)), JSON.stringify(data[key] ?? '')]
      return ours === theirs || (ours === '{}' && theirs === '""')
        ? []
        : [`${path}: \`${key}\` is ${ours} to brief and ${theirs} to a client; put quotes or a comma where they differ`]
    })
  } catch (error) {
    return [`${path}: a client cannot read the front matter: ${error.message.split('\n')[0]}`]
  }
}
