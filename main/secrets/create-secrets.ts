import { join } from 'node:path'
import type { Keyring } from './keyring'
import { createSealedFile } from './sealed-file'
import type { Secrets } from './secrets'

export interface SecretsOptions {
  /** The data folder: what a keyring sealed is kept there, in `secrets.sealed`. */
  readonly directory: string
  /** Asked once, at the first secret: keyrings may ask the person in turn. Null where there is no real one. */
  readonly keyring: () => Promise<Keyring | null>
  readonly environment: Readonly<Record<string, string | undefined>>
}

/**
 * `database:1f0c…/password` → `QUARRY_SECRET_DATABASE_1F0C…_PASSWORD`: the variable that holds a secret where there is
 * no keyring, as for the command.
 */
export function environmentName(key: string): string {
  return `QUARRY_SECRET_${key.toUpperCase().replace(/[^A-Z0-9]+/g, '_')}`
}

/**
 * The secrets port. What a person gives in this run comes first: they may correct what the keyring or the environment
 * has. Then the keyring, then the environment; what nobody has is asked of a person by whoever needs it.
 */
export function createSecrets({ directory, keyring, environment }: SecretsOptions): Secrets {
  const file = createSealedFile(join(directory, 'secrets.sealed'))
  const ofThisRun = new Map<string, string>()
  let found: Promise<Keyring | null> | null = null
  const findKeyring = (): Promise<Keyring | null> => {
    found ??= keyring()
    return found
  }

  async function fromKeyring(key: string): Promise<string | null> {
    const sealed = await file.read(key)
    if (sealed === null) return null
    const opener = await findKeyring()
    try {
      return opener === null ? null : opener.open(sealed)
    } catch {
      // The keyring was reset, or the folder came from another machine: as good as gone, and asked for again.
      return null
    }
  }

  return {
    async get(key) {
      return ofThisRun.get(key) ?? (await fromKeyring(key)) ?? (environment[environmentName(key)] || null)
    },
    async set(key, value) {
      ofThisRun.set(key, value)
      const sealer = await findKeyring()
      if (sealer === null) return 'session'
      await file.write(key, sealer.seal(value))
      return 'keyring'
    },
    async remove(key) {
      ofThisRun.delete(key)
      await file.write(key, null)
    },
  }
}
