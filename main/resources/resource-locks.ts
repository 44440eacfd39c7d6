import { QuarryError } from '../../contract/errors'
import type { UniversalResource } from '../../contract/resources/resource'
import {
  type ResourceSecrets,
  readSecret,
  type SecretKept,
  wantedSecrets,
} from '../../contract/resources/resource-secrets'
import type { Secrets } from '../secrets'

/** What a person gives to resources and takes from them: passwords, keys and tokens. */
export interface ResourceLocks {
  /** What a resource, or the whole that it is part of, may be given. Throws `resource.notFound`. */
  secretsOf(resourceId: string): Promise<ResourceSecrets>
  /**
   * Keeps secrets of a resource, or of the whole that it is part of, then looks at it again. Answers the resource that was
   * named. Throws `resource.notFound`, and `input.invalid` for a secret that it does not want or that cannot be sent.
   */
  unlock(
    resourceId: string,
    given: Readonly<Record<string, string>>,
  ): Promise<{ readonly resource: UniversalResource; readonly kept: SecretKept }>
  /** Forgets one; what a file or a variable has stays. Throws `resource.notFound`. */
  removeSecret(resourceId: string, name: string): Promise<ResourceSecrets>
}

export function createResourceLocks({
  secrets,
  read,
  lookAgain,
  onChanged,
}: {
  readonly secrets: Secrets
  /** Throws `resource.notFound`. */
  readonly read: (resourceId: string) => Promise<UniversalResource>
  readonly lookAgain: (resourceId: string) => Promise<void>
  readonly onChanged: () => void
}): ResourceLocks {
  async function wholeOf(resourceId: string): Promise<UniversalResource> {
    const resource = await read(resourceId)
    return resource.parentId === null ? resource : read(resource.parentId)
  }

  async function secretsOf(resourceId: string): Promise<ResourceSecrets> {
    const whole = await wholeOf(resourceId)
    const held: ResourceSecrets['secrets'] = []
    for (const wanted of wantedSecrets(whole.metadata)) {
      const isSaved = (await secrets.get(keyOf(whole, wanted.name))) !== null
      held.push({ ...wanted, isSaved })
    }
    return { resourceId: whole.resourceId, name: whole.name, secrets: held }
  }

  return {
    secretsOf,
    async unlock(resourceId, given) {
      const whole = await wholeOf(resourceId)
      const values = readAll(whole, given)
      let kept: SecretKept = 'keyring'
      const keep = async (): Promise<void> => {
        for (const [key, value] of values) {
          if ((await secrets.get(key)) !== value && (await secrets.set(key, value)) === 'session') kept = 'session'
        }
      }
      await keep()
      await lookAgain(whole.resourceId)
      const after = await read(whole.resourceId)
      // A password that the database refused is not kept.
      if (after.type === 'database' && after.status === 'needsSecret') {
        for (const key of values.keys()) await secrets.remove(key)
      } else await keep() // Looking again took what the file has of old.
      onChanged()
      return { resource: await read(resourceId), kept }
    },
    async removeSecret(resourceId, name) {
      const whole = await wholeOf(resourceId)
      await secrets.remove(keyOf(whole, name))
      await lookAgain(whole.resourceId)
      onChanged()
      return secretsOf(whole.resourceId)
    },
  }
}

const keyOf = ({ resourceId }: UniversalResource, name: string): string => `${resourceId}/${name}`

/** Given secrets by their key. Throws `input.invalid`; what is wrong is said without the secret. */
function readAll(whole: UniversalResource, given: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  const wanted = wantedSecrets(whole.metadata)
  const values = new Map<string, string>()
  for (const [name, text] of Object.entries(given)) {
    const secret = wanted.find((one) => one.name === name)
    const read = secret === undefined ? { problem: 'notWanted' as const } : readSecret(secret.place, text)
    if ('problem' in read) {
      throw new QuarryError('input.invalid', `“${name}” cannot be kept (${read.problem}).`, {
        context: { problem: 'secret', field: name, reason: read.problem },
      })
    }
    values.set(keyOf(whole, name), read.value)
  }
  return values
}
