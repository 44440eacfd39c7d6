import { Copy, RefreshCw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { AppSettings } from '../../../contract/app/app'
import { quarry, useTopicValue } from '../../bridge'
import { Button } from '../../ui/button'
import { Toggle } from '../../ui/field'
import { Remedy } from '../../ui/remedy'
import { useSpeech } from '../../ui/use-speech'
import { useNotices } from '../../window/notices'
import { WholeNumber } from '../../window/whole-number'

/** Whether and where other programs reach Quarry. The token goes to the clipboard, and never through the window. */
export function HttpApi({
  settings: { httpApi, httpPort },
  onChange,
}: {
  settings: Pick<AppSettings, 'httpApi' | 'httpPort'>
  onChange(next: Partial<AppSettings>): void
}) {
  const { t } = useTranslation()
  const speech = useSpeech()
  const { attempt, tell } = useNotices()
  const { url, error } = useTopicValue('status')?.httpApi ?? { url: null, error: null }
  const copy = async (call: () => Promise<unknown>, told: string): Promise<void> => {
    if (await attempt(call)) tell(told)
  }
  return (
    <section data-testid="http-api">
      <h3 className="text-sm font-medium">{t('settings.http.title')}</h3>
      <div className="mt-2 space-y-3">
        <Toggle
          label={t('settings.http.on')}
          help={t('settings.http.onHelp')}
          checked={httpApi}
          onChange={(isOn) => onChange({ httpApi: isOn })}
        />
        {httpApi && (
          <>
            <WholeNumber
              label={t('settings.http.port')}
              help={t('settings.http.portHelp')}
              value={httpPort}
              from={0}
              to={65_535}
              onChange={(port) => port !== null && onChange({ httpPort: port })}
            />
            {error === null ? (
              url !== null && (
                <p role="status" className="text-sm wrap-anywhere">
                  {t('settings.http.serving', { url })}
                </p>
              )
            ) : (
              <div role="alert" className="text-sm">
                <p className="text-error">{speech.error(error)}</p>
                <Remedy remedy={error.remedy} className="text-dim" />
              </div>
            )}
            <div className="flex flex-wrap gap-2">
              <Button icon={Copy} onClick={() => void copy(quarry.desktopCopyHttpToken, t('settings.http.copied'))}>
                {t('settings.http.copy')}
              </Button>
              <Button
                icon={RefreshCw}
                onClick={() => void copy(quarry.desktopRenewHttpToken, t('settings.http.renewed'))}
              >
                {t('settings.http.renew')}
              </Button>
            </div>
          </>
        )}
      </div>
    </section>
  )
}
