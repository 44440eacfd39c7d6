import { describe, expect, it } from 'vitest'
import { appSettings } from '../../../contract/app/app'
import { readSettingsText, readSettingsVariables, variableOf } from '../../../main/settings/read-settings'

describe('a text of settings', () => {
  it('gives values for all projects and for one, with their lines', () => {
    const read = readSettingsText(
      '# mine\ntheme: dark\negressHosts: [api.example.org, "10.0.0.7:5432"]\nprojects:\n  garden:\n    sessionTokens: 5000\n',
    )
    expect(read).toEqual({
      values: { theme: 'dark', egressHosts: ['api.example.org', '10.0.0.7:5432'] },
      fixed: [
        { key: 'theme', place: { kind: 'file', line: 2 } },
        { key: 'egressHosts', place: { kind: 'file', line: 3 } },
      ],
      ofProjects: new Map([
        [
          'garden',
          { values: { sessionTokens: 5000 }, fixed: [{ key: 'sessionTokens', place: { kind: 'file', line: 6 } }] },
        ],
      ]),
      problems: [],
    })
  })

  it('says the line of each value that is wrong, and takes the others', () => {
    const { values, problems } = readSettingsText(
      'theme: purple\nclarify: perhaps\nlayout: {}\nsesionTokens: 3\nlanguage: en\nprojects:\n  garden:\n    theme: dark\n  7: none\n',
    )
    expect(values).toEqual({ language: 'en' })
    const wrong = (line: number, field: string, allowed: string[] = []) => ({
      ...{ place: { kind: 'file', line }, problem: { kind: 'settingWrong', values: { field, allowed } } },
    })
    const unknown = (line: number, field: string) => ({
      ...{ place: { kind: 'file', line }, problem: { kind: 'settingUnknown', values: { field } } },
    })
    expect(problems).toEqual([
      wrong(1, 'theme', ['system', 'light', 'dark']),
      wrong(2, 'clarify', ['true', 'false']),
      unknown(3, 'layout'),
      unknown(4, 'sesionTokens'),
      // A theme is of the app, not of a project.
      unknown(8, 'projects.garden.theme'),
      wrong(9, 'projects.7'),
    ])
  })

  it.each([
    ['theme: [', 'settingsNotYaml'],
    ['theme: dark\ntheme: light\n', 'settingsNotYaml'],
    ['- theme\n', 'settingsNoMapping'],
    ['just words', 'settingsNoMapping'],
    [`# ${'x'.repeat(100_000)}`, 'settingsTooLong'],
  ])('that cannot be read gives nothing: %j', (text, kind) => {
    const { values, problems } = readSettingsText(text)
    expect({ values, kinds: problems.map(({ problem }) => problem.kind) }).toEqual({ values: {}, kinds: [kind] })
  })

  it('takes nothing that one line makes huge, and an empty one is no mistake', () => {
    const bomb = `a: &a [x, x]\n${Array.from({ length: 26 }, (_, n) => `b${n}: &b${n} [*${n === 0 ? 'a' : `b${n - 1}`}, *a]`).join('\n')}\negressHosts: *b25\n`
    const { values, problems } = readSettingsText(bomb)
    expect(values).toEqual({})
    expect(problems.at(-1)).toMatchObject({ problem: { kind: 'settingWrong', values: { field: 'egressHosts' } } })
    expect(readSettingsText('\n# nothing yet\n')).toMatchObject({ values: {}, problems: [] })
    expect(readSettingsText('__proto__:\n  theme: dark\nconstructor: 1\n').problems).toHaveLength(2)
  })
})

describe('variables', () => {
  it('have a name for each setting, and none that Quarry uses otherwise', () => {
    const names = Object.keys(appSettings.shape).map(variableOf)
    expect(names).toContain('QUARRY_SESSION_TOKENS')
    const others = /^QUARRY_(?:DATA|MODEL|MODELS|ELECTRON|DEBUG|SHRINK|SECRET.*|TEST.*|VERSION.*|WHOLE_CORPUS)$/
    expect(names.filter((name) => others.test(name))).toEqual([])
  })

  it('are read as YAML or as they stand; an empty one is none', () => {
    const environment = {
      ...{ QUARRY_SESSION_TOKENS: '50000', QUARRY_EGRESS_HOSTS: '[a.example]', QUARRY_ENGINE: 'model:1/llama3.2:3b' },
      ...{ QUARRY_THEME: '', QUARRY_CLARIFY: 'maybe', QUARRY_EXECUTORS: 'null' },
    }
    expect(readSettingsVariables(environment)).toMatchObject({
      values: { sessionTokens: 50_000, egressHosts: ['a.example'], engine: 'model:1/llama3.2:3b', executors: null },
      problems: [
        {
          place: { kind: 'variable', name: 'QUARRY_CLARIFY' },
          problem: { kind: 'settingWrong', values: { field: 'clarify', allowed: ['true', 'false'] } },
        },
      ],
    })
  })
})
