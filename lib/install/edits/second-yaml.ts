// The parser that reads YAML again: in a file of its own, because most clients have no settings in YAML and it is larger than all the others.
import { CORE_SCHEMA, load, YAMLException } from 'js-yaml'
import type { Reread } from './edit.js'

export const yaml: Reread = (text) => {
  try {
    return { data: load(text.replace(/^\ufeff/, ''), { schema: CORE_SCHEMA }) ?? {} }
  } catch (error) {
    if (error instanceof YAMLException) return { problem: error.reason }
    throw error
  }
}
