import { describe, expect, it } from 'vitest'
import { config } from '../../../../lib/artifacts/config/config-check.js'
import {
  CONFIG_KEYS,
  canonicalKey,
  configKey,
  defaultSettings,
  isSection,
} from '../../../../lib/artifacts/config/config-keys.js'
import {
  type ConfigValue,
  getSetting,
  listSettings,
  maskedValue,
  mergeSettings,
  settingsText,
  valueAt,
  withoutSetting,
  withSetting,
} from '../../../../lib/artifacts/config/settings.js'
import type { JsonObject } from '../../../../lib/std/json.js'
import { mismatches } from '../../../../lib/std/shape.js'
import { sourceFrom } from '../../../support/sources.js'

const parse = (text: string) => config.parse(sourceFrom(text, 'config.json'))
const conf = (settings: JsonObject): ConfigValue => ({ settings, readable: true })

describe('the registry of settings', () => {
  it('has valid defaults, and describes each key', () => {
    for (const row of CONFIG_KEYS) {
      if (row.fallback !== null) expect([row.key, mismatches(row.shape, row.fallback)]).toEqual([row.key, []])
      expect(row.about).toMatch(/^[A-Z].{3,}/)
    }
  })

  it('has unique keys and spellings', () => {
    const names = CONFIG_KEYS.flatMap((row) => [row.key, ...row.spellings.map(({ key }) => key)])
    expect(new Set(names).size).toBe(names.length)
  })

  it.each([
    ['mode', 'mode'],
    ['commit_docs', 'planning.commit_docs'],
    ['plan_checker', 'workflow.plan_check'],
    ['depth', 'granularity'],
    ['model_overrides.planner', 'model_overrides.planner'],
    ['features.anything', null],
    ['models.cooking', null],
    ['nonsense', null],
    ['__proto__', null],
    ['constructor', null],
  ])('knows %s as %s', (name, key) => {
    expect(canonicalKey(name)).toBe(key)
  })

  it('prefers an exact key to a pattern, and knows which names are sections', () => {
    expect(configKey('features.thinking_partner')?.key).toBe('features.thinking_partner')
    expect(configKey('agent_skills.planner')?.key).toBe('agent_skills.<agent>')
    expect(configKey('features.other')).toBe(null)
    expect([isSection('workflow'), isSection('model_overrides'), isSection('mode')]).toEqual([true, true, false])
  })

  it('gives the defaults as one object, without run-time state', () => {
    const defaults = defaultSettings()
    expect(defaults).toMatchObject({ mode: 'interactive', workflow: { research: true }, git: { create_tag: true } })
    expect(valueAt(defaults, 'workflow._auto_chain_active')).toBeUndefined()
    expect(valueAt(defaults, 'runtime')).toBeUndefined()
  })
})

describe('reading a setting', () => {
  it.each<[string, JsonObject, string, unknown, string]>([
    ['a default', {}, 'workflow.research', true, 'default'],
    ['no default', {}, 'project_code', null, 'default'],
    ['the file', { mode: 'yolo' }, 'mode', 'yolo', 'project'],
    ['a legacy spelling', { commit_docs: false }, 'planning.commit_docs', false, 'legacy'],
    ['by its legacy name', { planning: { commit_docs: false } }, 'commit_docs', false, 'project'],
    [
      'the legacy one where both disagree',
      { research: false, workflow: { research: true } },
      'workflow.research',
      false,
      'legacy',
    ],
    ['old words', { depth: 'comprehensive' }, 'granularity', 'fine', 'legacy'],
    ['new words over old ones', { depth: 'quick', granularity: 'fine' }, 'granularity', 'fine', 'project'],
    ['an unknown old word', { depth: 'abyss' }, 'granularity', 'standard', 'default'],
    ['several repositories', { multiRepo: true }, 'planning.commit_docs', false, 'legacy'],
    ['null as not set', { mode: null }, 'mode', 'interactive', 'default'],
    ['a switch for its section', { parallelization: false }, 'parallelization.enabled', false, 'project'],
    ['a key of a switch', { parallelization: true }, 'parallelization.max_concurrent_agents', 3, 'default'],
    ['a pattern', { model_overrides: { planner: 'x' } }, 'model_overrides.planner', 'x', 'project'],
    ['an unknown key of the file', { mine: { a: 1 } }, 'mine.a', 1, 'project'],
    ['an inherited name', {}, 'model_overrides.toString', null, 'default'],
  ])('answers %s', (_, settings, key, value, origin) => {
    expect(getSetting(conf(settings), key)).toMatchObject({ value, origin })
  })

  it('gives null for an unknown key', () => {
    expect(getSetting(conf({}), 'nonsense.key')).toBeNull()
    expect(getSetting(conf({}), 'constructor')).toBeNull()
  })

  it('prefers the project, then the user’s settings, then the registry', () => {
    const user = { mode: 'yolo', commit_docs: false }
    expect(getSetting(conf({}), 'mode', () => user)).toMatchObject({ value: 'yolo', origin: 'user' })
    expect(getSetting(conf({}), 'planning.commit_docs', () => user)).toMatchObject({ value: false, origin: 'user' })
    expect(getSetting(conf({ mode: 'interactive' }), 'mode', () => user)).toMatchObject({ origin: 'project' })
  })

  it('gives a whole section with its defaults, own keys and old spellings', () => {
    const setting = getSetting(conf({ research: false, workflow: { own: 1, tdd_mode: true } }), 'workflow')
    expect(setting?.value).toMatchObject({ research: false, tdd_mode: true, plan_check: true, own: 1 })
  })

  it('lists what is set and what has a default, each with its origin', () => {
    const list = listSettings(conf({ mode: 'yolo', commit_docs: false, model_overrides: { planner: 'x' }, mine: 1 }))
    const origin = (key: string) => list.find((setting) => setting.key === key)?.origin
    expect(['mode', 'planning.commit_docs', 'model_overrides.planner', 'mine', 'git.create_tag'].map(origin)).toEqual([
      'project',
      'legacy',
      'project',
      'project',
      'default',
    ])
    expect(origin('project_code')).toBeUndefined()
    expect(new Set(list.map(({ key }) => key)).size).toBe(list.length)
  })

  it('shows at most the end of a secret', () => {
    const secret = (value: string | boolean) => maskedValue({ key: 'brave_search', value })
    expect([secret('BSA-1234567890abcd'), secret('short'), secret(true), secret('')]).toEqual([
      '****abcd',
      '****',
      true,
      '',
    ])
    expect(maskedValue({ key: 'mode', value: 'yolo' })).toBe('yolo')
  })

  it('applies a workstream’s settings over the root: objects are merged, lists and nulls replaced', () => {
    expect(mergeSettings({ a: { b: 1, c: 2 }, d: [1, 2], e: 1 }, { a: { b: 3 }, d: [9], e: null })).toEqual({
      a: { b: 3, c: 2 },
      d: [9],
      e: null,
    })
  })
})

describe('what is wrong in a settings file', () => {
  it.each([
    ['{"mode": "fast"}', 'CONFIG_INVALID_VALUE', 'error', 1, 10, 'interactive | yolo'],
    ['{\n  "workflow": {\n    "research": "yes"\n  }\n}', 'CONFIG_INVALID_VALUE', 'error', 3, 17, 'boolean'],
    ['{"workflow": true}', 'CONFIG_INVALID_VALUE', 'error', 1, 14, 'an object'],
    ['{"workflow": {"security_asvs_level": 4}}', 'CONFIG_INVALID_VALUE', 'error', 1, 38, '1 | 2 | 3'],
    ['{"resolve_model_ids": "some"}', 'CONFIG_INVALID_VALUE', 'error', 1, 23, 'boolean or omit'],
    ['{"model_profil": "quality"}', 'CONFIG_UNKNOWN_KEY', 'notice', 1, 18, 'model_profile'],
    ['{"workflow": {"reserch": true}}', 'CONFIG_UNKNOWN_KEY', 'notice', 1, 26, 'workflow.research'],
    ['{"zzz": 1}', 'CONFIG_UNKNOWN_KEY', 'notice', 1, 9, 'a known key'],
    ['{"a": 1,}', 'CONFIG_PARSE_FAILED', 'error', 1, 9, 'an object: { … }'],
    ['{\r\n  // no\r\n}', 'CONFIG_PARSE_FAILED', 'error', 2, 3, 'an object: { … }'],
    ['{"a": 1', 'CONFIG_PARSE_FAILED', 'error', 1, 8, 'an object: { … }'],
    ['[1]', 'CONFIG_PARSE_FAILED', 'error', 1, 1, 'an object: { … }'],
    ['', 'CONFIG_PARSE_FAILED', 'error', 1, 1, 'an object: { … }'],
  ])('%j gives %s', (text, code, severity, line, column, expected) => {
    const { issues } = parse(text)
    expect(issues).toHaveLength(1)
    expect(issues[0]).toMatchObject({ code, severity, line, column, expected })
    expect(issues[0]?.fix).not.toBe('')
  })

  it.each([
    '{"agent_skills": {"planner": ["a"], "own-agent": "b"}, "features": {"x": true}}',
    '{"model_overrides": {"gsd-planner": "m"}, "model_profile_overrides": {"r": {"opus": {"model": "m"}}}}',
    '{"workflow": {"made_by_another_tool": 1}, "commit_docs": true, "depth": "quick"}',
    '{"extensions": {"enabled": [{"id": "a"}]}, "verification": {"commands": [{"run": ["npm", "test"]}]}}',
  ])('finds nothing in %s', (text) => {
    expect(parse(text).issues).toEqual([])
  })

  it.each([
    ['{"a": 1,}', 'property name expected, found "}"'],
    ['{\r\n  // no\r\n}', 'invalid comment token, found "/"'],
    ['{"a": 1', 'close brace expected, found the end of the file'],
    ['[1]', 'object expected, found "["'],
  ])('explains the problem of %j', (text, problem) => {
    expect(parse(text).issues[0]?.message).toBe(`config.json is not valid JSON: ${problem}`)
  })

  it('does not treat an unreadable file as defaults', () => {
    expect(parse('nonsense').value).toEqual({ settings: {}, readable: false })
    expect(() => settingsText(sourceFrom('nonsense', 'config.json'))).toThrow('was not changed')
  })
})

describe('changing settings', () => {
  it('changes one value and nothing else, whatever the layout', () => {
    const set = (text: string) => withSetting(text, 'mode', 'yolo')
    expect(set('\uFEFF{\r\n\t"mode" : "interactive",\r\n\t"zzz": [1,2]\r\n}')).toBe(
      '\uFEFF{\r\n\t"mode" : "yolo",\r\n\t"zzz": [1,2]\r\n}',
    )
    expect(set('{"a":1,"mode":"interactive"}')).toBe('{"a":1,"mode":"yolo"}')
  })

  it.each([
    ['{}', '{\n  "mode": "yolo"\n}'],
    ['{}\n', '{\n  "mode": "yolo"\n}\n'],
    ['{ "a": 1 }', '{ "a": 1, "mode": "yolo" }'],
    ['{"a":1,"b":2}', '{"a":1,"b":2,"mode":"yolo"}'],
    ['{\n    "a": 1\n}\n', '{\n    "a": 1,\n    "mode": "yolo"\n}\n'],
    ['{\r\n\t"a": 1\r\n}', '{\r\n\t"a": 1,\r\n\t"mode": "yolo"\r\n}'],
  ])('adds a key to %j', (before, after) => {
    expect(withSetting(before, 'mode', 'yolo')).toBe(after)
  })

  it('adds nested keys to their section, which is created if missing', () => {
    const set = (text: string) => withSetting(text, 'workflow.research', false)
    expect(set('{\n  "workflow": {\n    "verifier": true\n  }\n}\n')).toBe(
      '{\n  "workflow": {\n    "verifier": true,\n    "research": false\n  }\n}\n',
    )
    expect(set('{\n  "workflow": {}\n}\n')).toBe('{\n  "workflow": {\n    "research": false\n  }\n}\n')
    expect(set('{\n  "a": 1\n}\n')).toBe('{\n  "a": 1,\n  "workflow": {\n    "research": false\n  }\n}\n')
  })

  it('moves or removes a legacy spelling, and leaves the others', () => {
    const text = '{\n  "commit_docs": false,\n  "depth": "quick",\n  "multiRepo": true\n}\n'
    expect(withSetting(text, 'commit_docs', true)).toBe(
      '{\n  "depth": "quick",\n  "multiRepo": true,\n  "planning": {\n    "commit_docs": true\n  }\n}\n',
    )
    expect(withoutSetting(text, 'granularity')).toBe('{\n  "commit_docs": false,\n  "multiRepo": true\n}\n')
  })

  it('turns a switch into a section when one of its keys is set', () => {
    expect(withSetting('{"parallelization": false}', 'parallelization.max_concurrent_agents', 5)).toBe(
      '{"parallelization": {"enabled":false,"max_concurrent_agents":5}}',
    )
  })

  it('changes no byte if the setting has the value already, or is not there to be removed', () => {
    const text = '{ "mode":"yolo" , "a" : [ 1 ] }'
    expect(withSetting(text, 'mode', 'yolo')).toBe(text)
    expect(withoutSetting(text, 'runtime')).toBe(text)
  })

  it('sets the effective one of two equal keys, and removes both', () => {
    expect(withSetting('{"mode":"yolo","mode":"interactive"}', 'mode', 'yolo')).toBe('{"mode":"yolo","mode":"yolo"}')
    expect(withoutSetting('{"mode":"yolo","a":1,"mode":"interactive"}', 'mode')).toBe('{"a":1}')
  })

  it('writes a new file with only the chosen settings', () => {
    expect(withSetting(withSetting(settingsText(null), 'planning_schema', 1), 'mode', 'yolo')).toBe(
      '{\n  "planning_schema": 1,\n  "mode": "yolo"\n}\n',
    )
  })
})
