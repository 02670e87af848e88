// Reads the front matter of our prompts as a client does: as real YAML, in which every value is text, a list or a map.
import matter from 'gray-matter'
import { FAILSAFE_SCHEMA, load } from 'js-yaml'

const refusing = (language) => () => {
  throw new Error(`front matter in ${language} is refused: its reader could run code or guess types`)
}
const engines = {
  ...Object.fromEntries(['javascript', 'json', 'coffee', 'toml'].map((language) => [language, refusing(language)])),
  yaml: (text) => load(text, { schema: FAILSAFE_SCHEMA, json: true }) ?? {},
}

/** Returns the values by key, and the text after the block. Throws if a client could not read the block. */
export const frontMatterOf = (text) => matter(text, { engines })

/** Returns a value of our reader as the library would: a map becomes a plain object. */
const plain = (value) => (value instanceof Map ? Object.fromEntries(value) : value)

/** Reports a front matter that is invalid YAML, or each value in it that our own reader reads differently. */
export function frontFindings({ path, text, front }) {
  if (front.end === 0) return []
  try {
    const { data } = frontMatterOf(text)
    return [...front.values].flatMap(([key, value]) => {
      const [ours, theirs] = [JSON.stringify(plain(value)), JSON.stringify(data[key] ?? '')]
      return ours === theirs || (ours === '{}' && theirs === '""')
        ? []
        : [`${path}: \`${key}\` is ${ours} to gsd-tools but ${theirs} to a client; quote it, or add a missing comma`]
    })
  } catch (error) {
    return [`${path}: a client cannot read the front matter: ${error.message.split('\n')[0]}`]
  }
}
