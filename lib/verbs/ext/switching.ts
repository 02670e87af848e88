// ext switch: whether an extension counts in this project, by its settings.
import { settingsText, withoutSetting, withSetting } from '../../artifacts/config/settings-edit.js'
import { listsWith } from '../../core/extensions/standing.js'
import { readSettings } from '../../core/project/settings.js'
import type { View } from '../../core/view.js'
import type { ErrorBody } from '../../errors.js'
import { bool, record, text } from '../../std/shape.js'
import { arg, mutation } from '../verb.js'
import { EXTENSION, named } from './found.js'

function switched(view: View, name: string, enabled: boolean) {
  const refused = (error: ErrorBody) => ({ result: { name, enabled: !enabled }, error })
  const settings = readSettings(view)
  if (settings.problem !== null) return refused(settings.problem)
  const asked = named(view, name)
  if ('error' in asked) return refused(asked.error)
  const { found, standing } = asked.placed
  if (found.source === 'user')
    return refused({
      code: 'PERSON_ONLY',
      message: `${name} lies in the person's own folder: their own settings say whether it counts, for all projects`,
      fix: `a person: gsd ext ${enabled ? 'enable' : 'disable'} ${name} --user`,
    })
  if ((standing !== 'off') === enabled) return { result: { name, enabled } }
  const lists = Object.entries(listsWith(settings.own.settings, found, enabled))
  const path = view.at('config.json')
  const text = lists.reduce(
    (own, [key, list]) => (list.length === 0 ? withoutSetting(own, key) : withSetting(own, key, list)),
    settingsText(view.source(path)),
  )
  return {
    result: { name, enabled },
    edits: [{ kind: 'text' as const, path, text }],
  }
}

export const extSwitch = mutation('ext.switch', {
  about: 'Switches an extension on or off here; one of the project runs once a person trusts it',
  args: {
    name: EXTENSION,
    to: arg.choice(['on', 'off'], 'What it is from now on', { positional: true, required: true }),
  },
  result: record({ name: text(), enabled: bool() }),
  reads: ['config'],
  needs: ['extensions', 'shipped'],
  writes: ['config'],
  run: ({ name, to }, view) => switched(view, name, to === 'on'),
})
