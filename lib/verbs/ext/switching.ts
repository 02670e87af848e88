// ext switch: whether an extension of the project counts, by its settings.
import { withoutSetting, withSetting } from '../../artifacts/config/settings.js'
import { OFF } from '../../core/extensions/standing.js'
import { readSettings } from '../../core/project/settings.js'
import type { View } from '../../core/view.js'
import type { ErrorBody } from '../../errors.js'
import { bool, record, text } from '../../std/shape.js'
import { mutation } from '../verb.js'
import { EXTENSION, named } from './found.js'

function switched(view: View, name: string, enabled: boolean) {
  const refused = (error: ErrorBody) => ({ result: { name, enabled: !enabled }, error })
  const settings = readSettings(view)
  if (settings.problem !== null) return refused(settings.problem)
  const asked = named(view, name)
  if ('error' in asked) return refused(asked.error)
  if (asked.placed.found.source === 'user')
    return refused({
      code: 'PERSON_ONLY',
      message: `${name} lies in the person's own folder: their own settings say whether it counts, for all projects`,
      fix: `a person writes {"extensions":{"disabled":[${enabled ? '' : JSON.stringify(name)}]}} into ~/.gsd/config.json`,
    })
  const said = settings.get(OFF)
  const off = Array.isArray(said) ? said.filter((one): one is string => typeof one === 'string') : []
  if (off.includes(name) !== enabled) return { result: { name, enabled } }
  const next = enabled ? off.filter((one) => one !== name) : [...off, name]
  const value = next.length === 0 ? withoutSetting(settings.own, OFF) : withSetting(settings.own, OFF, next)
  return {
    result: { name, enabled },
    edits: [{ kind: 'artifact' as const, artifact: 'config' as const, path: view.at('config.json'), value }],
  }
}

export const extSwitch = mutation({
  name: 'ext.switch',
  about: 'Switches an extension of this project on or off; one that is on runs once a person trusts it',
  args: {
    name: EXTENSION,
    to: { type: 'choice', values: ['on', 'off'], positional: true, required: true, about: 'What it is from now on' },
  },
  result: record({ name: text(), enabled: bool() }),
  reads: ['config'],
  needs: ['extensions'],
  writes: ['config'],
  run: ({ name, to }, view) => switched(view, name, to === 'on'),
})
