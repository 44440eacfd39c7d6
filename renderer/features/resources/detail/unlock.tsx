import { KeyRound } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { UniversalResource } from '../../../../contract/resource'
import { quarry } from '../../../bridge'
import { Button } from '../../../ui/button'
import { TextField } from '../../../ui/field'
import { useNotices } from '../../../window/notices'

/** The names of the secrets that a resource asks for: a server's password, or what an MCP server names. */
function secretNames({ metadata }: UniversalResource): string[] {
  return metadata.type === 'mcp_server' && metadata.secretNames.length > 0 ? metadata.secretNames : ['password']
}

/** Takes a password or key and hands it on. It is in the field only, and gone from there afterwards. */
export function Unlock({ resource, onUnlocked }: { resource: UniversalResource; onUnlocked(): void }) {
  const { t } = useTranslation()
  const { attempt, tell } = useNotices()
  const titleId = useId()
  const names = secretNames(resource)
  const [secrets, setSecrets] = useState<Record<string, string>>({})
  const [unlocking, setUnlocking] = useState(false)
  const complete = names.every((name) => (secrets[name] ?? '') !== '')
  const unlock = async (): Promise<void> => {
    setUnlocking(true)
    const done = await attempt(async () => {
      const { status, name } = await quarry.resourcesUnlock({ resourceId: resource.resourceId, secrets })
      tell(
        status === 'ready'
          ? t('resources.health.unlocked', { name })
          : t('resources.health.unlockedStill', { status: t(`resources.status.${status}`) }),
      )
    })
    setUnlocking(false)
    setSecrets({})
    if (done) onUnlocked()
  }
  return (
    <form
      aria-labelledby={titleId}
      data-testid="unlock"
      className="mt-3 rounded-lg border border-blocked bg-bg px-3.5 py-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (complete && !unlocking) void unlock()
      }}
    >
      <h3 id={titleId} className="flex items-start gap-2 text-sm font-semibold">
        <KeyRound size={14} aria-hidden className="mt-[3px] shrink-0 text-blocked" />
        {t('resources.health.help.needsSecret')}
      </h3>
      {names.map((name) => (
        <TextField
          key={name}
          type="password"
          autoComplete="off"
          spellCheck={false}
          maxLength={10_000}
          className="mt-2"
          label={name === 'password' ? t('resources.health.password') : name}
          value={secrets[name] ?? ''}
          onChange={(event) => setSecrets({ ...secrets, [name]: event.target.value })}
        />
      ))}
      <p className="mt-1.5 text-xs text-faint">{t('resources.health.unlockHelp')}</p>
      <div className="mt-2 flex justify-end">
        <Button type="submit" tone="primary" disabled={!complete || unlocking}>
          {unlocking ? t('resources.health.unlocking') : t('resources.health.unlock')}
        </Button>
      </div>
    </form>
  )
}
