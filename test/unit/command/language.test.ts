import { describe, expect, it } from 'vitest'
import { terminalLanguage } from '../../../main/command/terminal/language'

describe('the language of the terminal', () => {
  it.each([
    ['the option before everything', 'en', 'zh-CN', { LANG: 'zh_CN.UTF-8' }, 'en'],
    ['the app’s setting before the environment', undefined, 'zh-CN', { LANG: 'en_GB.UTF-8' }, 'zh-CN'],
    ['the environment', undefined, 'system', { LANG: 'zh_CN.UTF-8' }, 'zh-CN'],
    ['LC_ALL before LANG', undefined, 'system', { LC_ALL: 'en_US.UTF-8', LANG: 'zh_CN.UTF-8' }, 'en'],
    ['the list of preferred languages', undefined, 'system', { LANG: 'de_DE.UTF-8', LANGUAGE: 'de:zh_CN:en' }, 'zh-CN'],
    ['no list in the C locale', undefined, 'system', { LC_ALL: 'C.UTF-8', LANGUAGE: 'zh_CN' }, 'en'],
    ['English without words in any', undefined, 'system', { LANG: 'fr_FR.UTF-8' }, 'en'],
  ] as const)('is %s', (_name, chosen, setting, environment, language) => {
    expect(terminalLanguage(chosen, setting, environment)).toBe(language)
  })
})
