import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type ApiServerChoice,
  apiServer,
  baseAddressProblem,
  serverKind,
} from '../../../../contract/resources/api-server'
import { quarry, useTopicValue } from '../../../bridge'
import { Button } from '../../../ui/button'
import { Part, Verbatim } from '../../../ui/facts'
import { TextField } from '../../../ui/field'
import { useNotices } from '../../../window/notices'

/** The choice that says what is in use where a person chose none; null where nothing is. */
function usedByItself(servers: readonly string[]): ApiServerChoice | null {
  const server = servers.find((one) => serverKind(one) === 'whole')
  return server === undefined ? null : { server, base: null }
}

/** Where an API is asked: one of the servers of its description, or an address that the person types. */
export function ServerChoice({ resourceId, servers }: { resourceId: string; servers: readonly string[] }) {
  const { t } = useTranslation()
  const { attempt, tell } = useNotices()
  const groupId = useId()
  const settings = useTopicValue('settings')
  const [draft, setDraft] = useState<{ server: string | null; base: string } | null>(null)
  const [saving, setSaving] = useState(false)
  if (!settings) return null
  const chosen = settings.apiServers[resourceId] ?? null
  const now = apiServer(servers, chosen)
  const shown = chosen ?? usedByItself(servers)
  const { server = undefined, base = '' } = draft ?? { server: shown?.server, base: shown?.base ?? '' }
  const isTyped = server === null || (server !== undefined && serverKind(server) === 'path')
  const trimmed = base.trim()
  const problem = isTyped && trimmed !== '' ? baseAddressProblem(trimmed) : null
  const choice =
    server === undefined || problem !== null || (isTyped && trimmed === '')
      ? null
      : { server, base: isTyped ? trimmed : null }
  const next = choice === null ? null : apiServer(servers, choice)
  const url = next !== null && 'url' in next ? next.url : null
  const isUsed = url !== null && 'url' in now && now.url === url && (chosen === null || chosen.server === server)
  const save = async (): Promise<void> => {
    if (choice === null || url === null || isUsed || saving) return
    setSaving(true)
    const done = await attempt(async () => {
      await quarry.resourcesSetServer({ resourceId, choice })
      tell(t('resources.apiServer.chosen', { host: new URL(url).host }))
    })
    setSaving(false)
    if (done) setDraft(null)
  }
  return (
    <Part title={t('resources.apiServer.title')}>
      <form
        data-testid="server-choice"
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <p role="status" className={'url' in now ? 'text-sm text-dim' : 'text-sm text-blocked'}>
          {'url' in now
            ? t('resources.apiServer.goesTo', { host: new URL(now.url).host })
            : t(`resources.apiServer.problem.${now.problem}`)}
        </p>
        <fieldset aria-label={t('resources.apiServer.title')} className="mt-1">
          {[...new Set(servers)].map((one) => (
            <Option
              key={one}
              group={groupId}
              isChosen={server === one}
              isDisabled={serverKind(one) === 'unusable'}
              onChoose={() => setDraft({ server: one, base })}
            >
              <Verbatim>{one}</Verbatim>
              {serverKind(one) !== 'whole' && (
                <span className="block text-xs text-faint">{t(`resources.apiServer.${kindNote(one)}`)}</span>
              )}
            </Option>
          ))}
          <Option
            group={groupId}
            isChosen={server === null}
            isDisabled={false}
            onChoose={() => setDraft({ server: null, base })}
          >
            {t('resources.apiServer.other')}
          </Option>
        </fieldset>
        {isTyped && (
          <TextField
            label={t('resources.apiServer.base')}
            className="mt-1.5"
            autoComplete="off"
            spellCheck={false}
            help={url === null ? t('resources.apiServer.baseHelp') : t('resources.apiServer.resolved', { url })}
            error={problem === null ? null : t(`resources.apiServer.baseProblem.${problem}`)}
            value={base}
            onChange={(event) => setDraft({ server: server ?? null, base: event.target.value })}
          />
        )}
        {!isUsed && (
          <div className="mt-2 flex justify-end">
            <Button type="submit" tone="primary" disabled={url === null || saving}>
              {t('resources.apiServer.use')}
            </Button>
          </div>
        )}
      </form>
    </Part>
  )
}

const kindNote = (server: string): 'pathOnly' | 'unusable' => (serverKind(server) === 'path' ? 'pathOnly' : 'unusable')

function Option({
  group,
  isChosen,
  isDisabled,
  onChoose,
  children,
}: {
  group: string
  isChosen: boolean
  isDisabled: boolean
  onChoose(): void
  children: ReactNode
}) {
  return (
    <label className="flex items-start gap-2 py-1 text-sm">
      <input
        type="radio"
        name={group}
        className="mt-0.5 accent-accent"
        checked={isChosen}
        disabled={isDisabled}
        onChange={onChoose}
      />
      <span className="min-w-0 flex-1">{children}</span>
    </label>
  )
}
