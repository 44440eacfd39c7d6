import { mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { rememberedOf, toRememberedArgument } from '../../../contract/calls/remembered-argument'
import { readRemembered, remember } from '../../../main/desktop/remembered-settings'
import { defaultSettings } from '../../../main/settings'

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'quarry-remembered-'))
})
afterEach(() => rmSync(directory, { recursive: true, force: true }))

const settings = { ...defaultSettings, theme: 'dark', language: 'zh-CN' } as const

test('what was remembered last is read', () => {
  remember(directory, defaultSettings)
  remember(directory, settings)
  expect(readRemembered(directory)).toEqual(settings)
})

test.skipIf(process.platform === 'win32')('what is written goes through no link, and is for its user alone', () => {
  const [own, foreign] = ['last-settings.json', 'foreign'].map((name) => join(directory, name)) as [string, string]
  writeFileSync(foreign, 'theirs')
  symlinkSync(foreign, own)
  remember(directory, settings)
  expect([readFileSync(foreign, 'utf8'), statSync(own).mode & 0o777]).toEqual(['theirs', 0o600])
  expect(readRemembered(directory)).toEqual(settings)
})

test.each([
  ['cut off', '{"language":"en","the'],
  ['of another version', '{"language":"en","theme":"sepia"}'],
])('a file that is %s is none', (_, text) => {
  writeFileSync(join(directory, 'last-settings.json'), text)
  expect(readRemembered(directory)).toBeNull()
})

test('at the first start there is none', () => {
  expect(readRemembered(directory)).toBeNull()
  expect(rememberedOf(['electron', '--type=renderer'])).toBeNull()
})

test('the window gets them as one argument of plain letters', () => {
  const named = { ...settings, layout: { ...settings.layout, openSession: 'Sitzung „ß“ 中' } }
  const argument = toRememberedArgument(named)
  expect(argument).toMatch(/^--[\w-]+=[\w%.!~*'()-]+$/)
  expect(rememberedOf(['electron', argument, '--other'])).toEqual(named)
})
