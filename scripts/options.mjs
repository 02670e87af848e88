// The options of a script that takes long: what it does not know ends it before it begins.
import { parseArgs } from 'node:util'

/**
 * What was given, by name. `options` are those of `parseArgs`, each with `about`; `--help` prints them and ends with 0, an unknown one with 2.
 * @param {string} name how the script is called
 * @param {Readonly<Record<string, { type: 'boolean' | 'string', about: string }>>} options
 */
export function readOptions(name, options) {
  try {
    const { values } = parseArgs({ options: { ...options, help: { type: 'boolean' } } })
    if (values.help !== true) return values
    console.log([`${name} [options]`, ...Object.entries(options).map(lineOf)].join('\n'))
    process.exit(0)
  } catch (error) {
    console.error(`${error.message}\n${name} --help lists what there is`)
    process.exit(2)
  }
}

const lineOf = ([option, { type, about }]) =>
  `  --${`${option}${type === 'string' ? ' <value>' : ''}`.padEnd(18)} ${about}`
