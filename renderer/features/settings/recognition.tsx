import { clsx } from 'clsx'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { ErrorShape } from '../../../contract/error-shape'
import type { RecognitionLanguage } from '../../../contract/library/recognition'
import { quarry, useTopicValue } from '../../bridge'
import { Segments } from '../../ui/segments'
import { useNotices } from '../../window/notices'

const modes: Readonly<Record<'off' | 'en' | 'zh-CN' | 'both', readonly RecognitionLanguage[]>> = {
  off: [],
  en: ['en'],
  'zh-CN': ['zh-CN'],
  both: ['en', 'zh-CN'],
}
const modeNames = Object.keys(modes) as (keyof typeof modes)[]

/** In which languages the text of scans and images is recognised, if in any. */
export function Recognition({ languages }: { languages: readonly RecognitionLanguage[] }) {
  const { t } = useTranslation()
  const { attempt } = useNotices()
  const id = useId()
  const chosen = modeNames.find(
    (mode) => modes[mode].length === languages.length && modes[mode].every((one) => languages.includes(one)),
  )
  return (
    <section aria-labelledby={id} data-testid="recognition">
      <h3 id={id} className="text-sm font-medium">
        {t('settings.recognition.title')}
      </h3>
      <div className="mt-1">
        <Segments
          aria-labelledby={id}
          value={chosen ?? 'off'}
          choices={modeNames.map((value) => ({ value, label: t(`settings.recognition.modes.${value}`) }))}
          onChange={(mode) => void attempt(() => quarry.settingsSet({ ocrLanguages: [...modes[mode]] }))}
        />
      </div>
      <p className="mt-1 text-xs text-faint">{t('settings.recognition.help')}</p>
    </section>
  )
}

/** The choice, where recognising text is what helps against an error. */
export function OfferRecognition({ error, className }: { error: ErrorShape; className?: string }) {
  const languages = useTopicValue('settings')?.ocrLanguages
  if (error.remedy?.kind !== 'runOcr' || languages === undefined) return null
  return (
    <div className={clsx('py-2', className)}>
      <Recognition languages={languages} />
    </div>
  )
}
