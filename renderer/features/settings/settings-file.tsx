import { FilePen } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { SettingsPlace } from '../../../contract/app/settings-file'
import { quarry, useTopicValue } from '../../bridge'
import { Breakable } from '../../ui/breakable'
import { Button } from '../../ui/button'
import { useSpeech } from '../../ui/use-speech'
import { useNotices } from '../../window/notices'
import { useFormat } from '../../window/use-format'

/** Which settings the file or a variable sets, what is wrong there, and all of today's to be written into the file. */
export function SettingsFile() {
  const { t } = useTranslation()
  const format = useFormat()
  const speech = useSpeech()
  const { attempt, tell } = useNotices()
  const view = useTopicValue('settingsFile')
  if (view === null) return null
  const { path, exists, problems, fixed } = view
  const told = (place: SettingsPlace): string => {
    if (place.kind === 'variable') return place.name
    return place.kind === 'file'
      ? t('settings.file.line', { line: format.number(place.line) })
      : t('settings.file.stored')
  }
  const write = async (): Promise<void> => {
    if (await attempt(quarry.settingsWriteDown)) tell(t('settings.file.written'))
  }
  return (
    <section aria-labelledby="settings-file-title" data-testid="settings-file">
      <h3 id="settings-file-title" className="text-sm font-medium">
        {t('settings.file.title')}
      </h3>
      <p className="text-xs text-faint">{t('settings.file.help')}</p>
      <p className="mt-1 text-xs text-dim">
        <bdi className="font-mono text-2xs">
          <Breakable name={path} />
        </bdi>
        {!exists && ` ${t('settings.file.absent')}`}
      </p>
      {problems.length > 0 && (
        <div role="alert" className="mt-2">
          <ul>
            {problems.map(({ place, problem }) => (
              <li key={JSON.stringify([place, problem])} className="py-1 text-sm text-error wrap-anywhere">
                {t('settings.file.problem', { place: told(place), problem: speech.fact(problem) })}
              </li>
            ))}
          </ul>
        </div>
      )}
      {fixed.length > 0 && (
        <ul className="mt-2">
          {fixed.map(({ key, place }) => (
            <li key={key} className="flex justify-between gap-4 border-t border-line py-1 text-sm first:border-t-0">
              <span className="font-mono text-xs wrap-anywhere">{key}</span>
              <span className="text-dim wrap-anywhere">{told(place)}</span>
            </li>
          ))}
        </ul>
      )}
      <Button icon={FilePen} className="mt-2" onClick={() => void write()}>
        {t('settings.file.write')}
      </Button>
    </section>
  )
}
