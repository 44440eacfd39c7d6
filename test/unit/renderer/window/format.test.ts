import i18next from 'i18next'
import { describe, expect, it } from 'vitest'
import { en } from '../../../../renderer/window/locales/en'
import { formatCount } from '../../../../renderer/window/use-format'
import { chooseLanguage, createFormat } from '../../../../wording'

describe('createFormat', () => {
  const english = createFormat('en')
  const zh = createFormat('zh-CN')

  it('chooses the unit of a duration by its size', () => {
    expect(english.duration(812)).toBe('812 ms')
    expect([english.duration(6), english.duration(0.42), english.duration(0.01), english.duration(0)]).toEqual([
      '6 ms',
      '0.4 ms',
      '0.1 ms',
      '0 ms',
    ])
    expect(english.duration(1700)).toBe('1.7 sec')
    expect(english.duration(14_300)).toBe('14 sec')
    expect(english.duration(95_000)).toBe('1 min 35 sec')
    expect(english.duration(1_800_000)).toBe('30 min')
    expect([english.remaining(5700), english.remaining(0)]).toEqual(['6 sec', '1 sec'])
    expect(english.duration(5_400_000)).toBe('1.5 hr')
  })

  it('never says sixty seconds', () => {
    expect(english.duration(119_900)).not.toContain('60')
  })

  it('writes numbers and sizes as the language does', () => {
    expect(english.number(1412)).toBe('1,412')
    expect(english.bytes(4_200_000)).toBe('4.2 MB')
    expect([english.bytes(1), english.bytes(762), zh.bytes(762)]).toEqual(['1 byte', '762 bytes', '762 字节'])
    expect([zh.duration(14_000), zh.duration(95_000), zh.bytes(4_200_000)]).toEqual(['14 秒', '1 分钟 35 秒', '4.2 MB'])
    expect(english.percent(0.62)).toBe('62%')
  })
})

describe('the time of day', () => {
  const morning = new Date(2026, 10, 22, 4, 7).toISOString()

  it('has one digit beside AM and PM, two in a day of twenty-four hours', () => {
    expect(createFormat('en').time(morning).replace(/\s/u, ' ')).toBe('4:07 AM')
    expect(createFormat('zh-CN').time(morning)).toBe('04:07')
  })

  it('does not tell the second', () => {
    expect(createFormat('en').dateTime(morning)).not.toContain(':07:')
  })
})

describe('chooseLanguage', () => {
  it('takes the setting, else the first language of the system that there is a catalogue for', () => {
    expect(chooseLanguage('zh-CN', ['en-US'])).toBe('zh-CN')
    expect(chooseLanguage('system', ['fr-FR', 'zh-TW', 'en'])).toBe('zh-CN')
    expect(chooseLanguage('system', ['en-GB', 'zh-CN'])).toBe('en')
    expect(chooseLanguage('system', ['fr-FR'])).toBe('en')
  })
})

describe('formatCount', () => {
  it('writes counts in sentences as the language does', async () => {
    const catalogue = i18next.createInstance()
    await catalogue.init({
      lng: 'en',
      ns: ['window'],
      defaultNS: 'window',
      resources: { en: { window: en } },
      interpolation: { escapeValue: false, alwaysFormat: true, format: formatCount },
      showSupportNotice: false,
    })
    expect(catalogue.t('library.keywordOnly', { count: 107_964 })).toMatch(/^107,964 passages /)
    expect(formatCount(8080, undefined, 'en', { interpolationkey: 'port' })).toBe(8080)
  })
})
