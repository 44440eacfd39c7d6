import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createSecrets, type Keyring } from '../../../main/secrets'
import { environmentName } from '../../../main/secrets/create-secrets'

const key = 'database:0123456789abcdef01234567/password'
const password = 'correct horse battery staple'

/** Reversible, and nothing of the text is left to be read. */
function keyringOf(number: number): Keyring {
  const turn = (bytes: Uint8Array): Buffer => Buffer.from(bytes.map((byte) => byte ^ number))
  return {
    seal: (text) => turn(Buffer.from(`${number}:${text}`)),
    open(sealed) {
      const text = turn(sealed).toString()
      if (!text.startsWith(`${number}:`)) throw new Error('Sealed by another keyring.')
      return text.slice(`${number}:`.length)
    },
  }
}

describe('secrets', () => {
  let directory: string
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'quarry-secrets-'))
  })
  afterEach(() => rmSync(directory, { recursive: true }))
  const open = (keyring: Keyring | null, environment: Record<string, string> = {}) =>
    createSecrets({ directory, keyring: async () => keyring, environment })

  it('outlive the run behind a keyring, sealed, in a file for their user alone', async () => {
    expect(await open(keyringOf(90)).set(key, password)).toBe('keyring')
    expect(await open(keyringOf(90)).get(key)).toBe(password)
    expect(readdirSync(directory)).toEqual(['secrets.sealed'])
    const file = join(directory, 'secrets.sealed')
    expect(readFileSync(file, 'utf8')).not.toContain('horse')
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  it('are kept for the run alone where there is no keyring: nothing is written', async () => {
    const secrets = open(null)
    expect(await secrets.set(key, password)).toBe('session')
    expect(await secrets.get(key)).toBe(password)
    expect(readdirSync(directory)).toEqual([])
    expect(await open(null).get(key)).toBeNull()
  })

  it('come from the environment where nobody gave them', async () => {
    expect(environmentName(key)).toBe('QUARRY_SECRET_DATABASE_0123456789ABCDEF01234567_PASSWORD')
    const secrets = open(null, { [environmentName(key)]: 'from the environment' })
    expect(await secrets.get(key)).toBe('from the environment')
    expect(await secrets.get('database:other/password')).toBeNull()
    await secrets.set(key, password)
    expect(await secrets.get(key)).toBe(password)
  })

  it('are taken from the keyring before the environment', async () => {
    await open(keyringOf(90)).set(key, password)
    expect(await open(keyringOf(90), { [environmentName(key)]: 'old' }).get(key)).toBe(password)
    // Without the keyring the sealed one is of no use, and is left as it is.
    expect(await open(null, { [environmentName(key)]: 'old' }).get(key)).toBe('old')
    expect(await open(keyringOf(90)).get(key)).toBe(password)
  })

  it('are asked for again where another keyring sealed them', async () => {
    await open(keyringOf(90)).set(key, password)
    const secrets = open(keyringOf(17))
    expect(await secrets.get(key)).toBeNull()
    await secrets.set(key, 'new')
    expect(await open(keyringOf(17)).get(key)).toBe('new')
  })

  it('are gone once removed, and hold each other up never', async () => {
    const secrets = open(keyringOf(90))
    const keys = Array.from({ length: 20 }, (_, index) => `database:${index}/password`)
    await Promise.all(keys.map((name) => secrets.set(name, `value of ${name}`)))
    await secrets.remove(keys[3]!)
    const again = open(keyringOf(90))
    expect(await Promise.all(keys.map((name) => again.get(name)))).toEqual(
      keys.map((name, index) => (index === 3 ? null : `value of ${name}`)),
    )
    await again.remove('never there')
  })

  it('do not ask the keyring before there is something to ask', async () => {
    let asked = 0
    const secrets = createSecrets({
      directory,
      environment: {},
      keyring: async () => {
        asked++
        return keyringOf(90)
      },
    })
    expect(await secrets.get(key)).toBeNull()
    expect(asked).toBe(0)
    await secrets.set(key, password)
    await secrets.set('database:2/password', password)
    expect(asked).toBe(1)
  })
})
