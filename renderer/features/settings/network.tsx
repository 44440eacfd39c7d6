import { Plus } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type AppSettings, namedHostsAtMost } from '../../../contract/app/app'
import { type NamedHost, parseNamedHost, readNamedHost } from '../../../contract/calls/named-host'
import { toErrorShape } from '../../../contract/errors'
import { quarry } from '../../bridge'
import { Button } from '../../ui/button'
import { inputClass } from '../../ui/field'
import { Segments } from '../../ui/segments'
import { useSpeech } from '../../ui/use-speech'
import { useNotices } from '../../window/notices'
import { useFormat } from '../../window/use-format'

interface NetworkProps {
  settings: Pick<AppSettings, 'egress' | 'egressHosts'>
  onChange(changes: Partial<Pick<AppSettings, 'egress' | 'egressHosts'>>): void
}

/** Where this project may connect to, and the hosts that a person lists for that. Main asks before it lets more out. */
export function Network({ settings: { egress, egressHosts }, onChange }: NetworkProps) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <section aria-labelledby={id} data-testid="network">
      <h3 id={id} className="text-sm font-medium">
        {t('settings.network.title')}
      </h3>
      <div className="mt-1">
        <Segments
          aria-labelledby={id}
          value={egress}
          choices={(['offline', 'local', 'named'] as const).map((value) => ({
            value,
            label: t(`settings.network.modes.${value}`),
          }))}
          onChange={(mode) => onChange({ egress: mode })}
        />
      </div>
      <p className="mt-1 text-xs text-faint">{t(`settings.network.help.${egress}`)}</p>
      {egress === 'named' && (
        <>
          {egressHosts.length === 0 && <p className="mt-2 text-sm text-blocked">{t('settings.network.none')}</p>}
          <ul aria-label={t('settings.network.hosts')} className="mt-1">
            {egressHosts.map((host) => (
              <li key={host} className="flex items-start gap-2 border-t border-line py-1.5 text-sm first:border-t-0">
                <span className="min-w-0 flex-1 wrap-anywhere">
                  <bdi className="font-mono text-xs">{host}</bdi>
                  <Matched host={readNamedHost(host)} />
                </span>
                <Button
                  tone="quiet"
                  className="h-6 px-2"
                  aria-label={t('settings.network.removeHost', { host })}
                  onClick={() => onChange({ egressHosts: egressHosts.filter((one) => one !== host) })}
                >
                  {t('settings.network.remove')}
                </Button>
              </li>
            ))}
          </ul>
          <NewHost listed={egressHosts} />
        </>
      )}
    </section>
  )
}

/** What is connected to under an entry. */
function Matched({ host }: { host: NamedHost | string }) {
  const { t } = useTranslation()
  if (typeof host === 'string') return null
  const matched = t(`settings.network.matches.${host.kind}`, { host: host.host })
  const port =
    host.port === null ? t('settings.network.anyPort') : t('settings.network.port', { port: String(host.port) })
  return (
    <span className="block text-xs text-dim">
      {matched} · {port}
    </span>
  )
}

function NewHost({ listed }: { listed: readonly string[] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const speech = useSpeech()
  const { attempt } = useNotices()
  const id = useId()
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const host = readNamedHost(text)
  const refusal = (): string | null => {
    try {
      const { entry } = parseNamedHost(text)
      if (listed.includes(entry)) return t('settings.network.listed')
      return listed.length < namedHostsAtMost
        ? null
        : t('settings.network.full', { most: format.number(namedHostsAtMost) })
    } catch (error) {
      return speech.error(toErrorShape(error))
    }
  }
  const add = (event: FormEvent): void => {
    event.preventDefault()
    const refused = refusal()
    setProblem(refused)
    if (refused !== null || typeof host === 'string') return
    void attempt(async () => {
      const { egressHosts } = await quarry.settingsSet({ egressHosts: [...listed, host.entry] })
      // A person may have declined it in main's dialog: then it stays to be changed.
      if (egressHosts.includes(host.entry)) setText('')
    })
  }
  return (
    <form onSubmit={add} className="mt-1" noValidate>
      <label htmlFor={id} className="text-xs text-dim">
        {t('settings.network.host')}
      </label>
      <div className="mt-0.5 flex gap-2">
        <input
          id={id}
          value={text}
          spellCheck={false}
          autoComplete="off"
          placeholder={t('settings.network.example')}
          aria-invalid={problem !== null || undefined}
          aria-describedby={`${id}-matches`}
          onChange={(event) => {
            setText(event.target.value)
            setProblem(null)
          }}
          className={`${inputClass} min-w-0 flex-1 font-mono text-xs aria-invalid:border-error`}
        />
        <Button type="submit" icon={Plus}>
          {t('settings.network.add')}
        </Button>
      </div>
      <div id={`${id}-matches`} aria-live="polite" className="min-h-4">
        {problem === null ? (
          <Matched host={host} />
        ) : (
          <p className="mt-0.5 text-xs wrap-anywhere text-error">{problem}</p>
        )}
      </div>
    </form>
  )
}
