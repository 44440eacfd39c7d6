import { afterEach, expect, test, vi } from 'vitest'
import { resolveElectron } from '../../../scripts/electron-runtime.mjs'

afterEach(() => vi.unstubAllEnvs())

test('a runtime that is named but does not exist is refused by its name', async () => {
  vi.stubEnv('QUARRY_ELECTRON', '/nowhere/electron')
  await expect(resolveElectron()).rejects.toThrow('QUARRY_ELECTRON names /nowhere/electron, which does not exist')
})

test('a named program that is no Electron is refused', async () => {
  vi.stubEnv('QUARRY_ELECTRON', process.execPath)
  await expect(resolveElectron()).rejects.toThrow('which is no Electron')
})
