import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ResourceSecrets, secretsAtMost } from '../../../../contract/resources/resource-secrets'
import type { SecretPlace } from '../../../../contract/resources/secret-place'
import { quarry, useCall } from '../../../bridge'
import { Button } from '../../../ui/button'
import { Chip } from '../../../ui/chip'
import { Part } from '../../../ui/facts'
import { TextField } from '../../../ui/field'
import { Failure, Loading } from '../../../ui/states'
import { useNotices } from '../../../window/notices'
import { nothingTyped, type TypedSecret, typedProblem, typedSecrets } from './typed-secrets'

type Secret = ResourceSecrets['secrets'][number]

/**
 * Passwords, keys and tokens of a whole resource: what is saved, and fields for the rest. What is typed is in the fields only,
 * and gone from there once it is saved.
 */
export function Secrets({
  resourceId,
  revision,
  onChanged,
}: {
  resourceId: string
  revision: number
  onChanged(): void
}) {
  const { t } = useTranslation()
  const { attempt, tell } = useNotices()
  const [round, setRound] = useState(0)
  const [replaced, setReplaced] = useState<readonly string[]>([])
  const [typed, setTyped] = useState<Record<string, TypedSecret>>({})
  const [saving, setSaving] = useState(false)
  const asked = useCall(`${resourceId} ${revision} ${round}`, () => quarry.resourcesSecrets({ resourceId }))
  if (asked.status === 'failed') return <Failure error={asked.error} onRetry={() => setRound(round + 1)} />
  if (!asked.value) return <Loading />
  const { secrets } = asked.value
  const isAsked = ({ name, place, isSaved }: Secret): boolean =>
    place.kind !== 'unsupported' && (!isSaved || replaced.includes(name))
  const fields = secrets.filter(isAsked)
  const given = typedSecrets(fields, typed)
  const again = (): void => {
    setRound(round + 1)
    onChanged()
  }
  const save = async (): Promise<void> => {
    if (given === null || saving) return
    setSaving(true)
    const done = await attempt(async () => {
      const { resource, kept } = await quarry.resourcesUnlock({ resourceId, secrets: given })
      const { type, name, status } = resource
      if (type === 'database' && status === 'needsSecret') tell(t('resources.access.refused', { name }))
      else if (status === 'ready') tell(t(`resources.access.saved.${kept}`))
      else tell(t('resources.access.savedStill', { status: t(`resources.status.${status}`) }))
    })
    setSaving(false)
    if (!done) return
    setTyped({})
    setReplaced([])
    again()
  }
  const remove = async (name: string): Promise<void> => {
    await attempt(async () => {
      const left = await quarry.resourcesRemoveSecret({ resourceId, name })
      const isStillThere = left.secrets.some((one) => one.name === name && one.isSaved)
      tell(t(isStillThere ? 'resources.access.stillThere' : 'resources.access.removed', { name }))
    })
    again()
  }
  return (
    <Part title={t('resources.access.secrets')}>
      {secrets.length === 0 ? (
        <p className="text-sm text-dim">{t('resources.access.none')}</p>
      ) : (
        <form
          aria-label={t('resources.access.secrets')}
          data-testid="unlock"
          onSubmit={(event) => {
            event.preventDefault()
            void save()
          }}
        >
          <ul>
            {secrets.map((secret) => (
              <li key={secret.name} className="border-t border-line py-2 first:border-t-0">
                <div className="flex min-h-6 flex-wrap items-center gap-x-2 gap-y-1">
                  <KeyRound size={14} aria-hidden className="shrink-0 text-dim" />
                  <bdi className="min-w-0 flex-1 text-sm font-medium break-words">
                    {secret.place.kind === 'password' ? t('resources.access.password') : secret.name}
                  </bdi>
                  {secret.isSaved && <Chip>{t('resources.access.isSaved')}</Chip>}
                </div>
                <p className="text-xs text-dim">
                  <PlaceWords place={secret.place} />
                </p>
                {isAsked(secret) && (
                  <SecretFields
                    secret={secret}
                    typed={typed[secret.name] ?? nothingTyped}
                    onTyped={(one) => setTyped({ ...typed, [secret.name]: one })}
                  />
                )}
                {secret.isSaved && (
                  <div className="mt-1.5 flex flex-wrap gap-1.5">
                    {replaced.includes(secret.name) ? (
                      <Button
                        tone="quiet"
                        onClick={() => {
                          setReplaced(replaced.filter((one) => one !== secret.name))
                          setTyped({ ...typed, [secret.name]: nothingTyped })
                        }}
                      >
                        {t('app.cancel')}
                      </Button>
                    ) : (
                      <>
                        <Button
                          aria-label={t('app.labelled', { label: t('resources.access.replace'), what: secret.name })}
                          onClick={() => setReplaced([...replaced, secret.name])}
                        >
                          {t('resources.access.replace')}
                        </Button>
                        <Button
                          aria-label={t('app.labelled', { label: t('resources.access.remove'), what: secret.name })}
                          onClick={() => void remove(secret.name)}
                        >
                          {t('resources.access.remove')}
                        </Button>
                      </>
                    )}
                  </div>
                )}
              </li>
            ))}
          </ul>
          {fields.length > 0 && (
            <>
              {fields.length > 1 && <p className="mt-1 text-xs text-faint">{t('resources.access.someSuffice')}</p>}
              <p className="mt-1 text-xs text-faint">{t('resources.access.keptWhere')}</p>
              <div className="mt-2 flex justify-end">
                <Button type="submit" tone="primary" disabled={given === null || saving}>
                  {t(saving ? 'resources.access.saving' : 'resources.access.save')}
                </Button>
              </div>
            </>
          )}
        </form>
      )}
    </Part>
  )
}

/** Where a secret goes, and what Quarry cannot do with it. */
function PlaceWords({ place }: { place: SecretPlace }) {
  const { t } = useTranslation()
  if (place.kind === 'key') return t(`resources.access.key.${place.in}`, { name: place.name })
  if (place.kind === 'accessToken' || place.kind === 'unsupported') {
    return t(`resources.access.place.${place.kind}`, { scheme: place.scheme })
  }
  return t(`resources.access.place.${place.kind}`)
}

function SecretFields({
  secret: { name, place },
  typed,
  onTyped,
}: {
  secret: Secret
  typed: TypedSecret
  onTyped(typed: TypedSecret): void
}) {
  const { t } = useTranslation()
  const problem = typedProblem(place, typed)
  const said = problem === null ? null : t(`resources.access.problem.${problem}`)
  const isOfUser = problem === 'colonInUser' || problem === 'noUser'
  const field = (what: string) => ({
    label: what,
    // Of several fields with one label each says whose it is.
    'aria-label': t('app.labelled', { label: what, what: name }),
    autoComplete: 'off',
    spellCheck: false,
    maxLength: secretsAtMost.value,
    className: 'mt-1.5',
  })
  return (
    <>
      {place.kind === 'basic' && (
        <TextField
          {...field(t('resources.access.user'))}
          error={isOfUser ? said : null}
          value={typed.user}
          onChange={(event) => onTyped({ ...typed, user: event.target.value })}
        />
      )}
      <TextField
        {...field(t(`resources.access.${fieldName[place.kind]}`))}
        type="password"
        error={isOfUser ? null : said}
        value={typed.text}
        onChange={(event) => onTyped({ ...typed, text: event.target.value })}
      />
    </>
  )
}

const fieldName = {
  password: 'password',
  basic: 'password',
  key: 'apiKey',
  bearer: 'token',
  accessToken: 'token',
  variable: 'value',
  unsupported: 'value',
} as const satisfies Record<SecretPlace['kind'], string>
