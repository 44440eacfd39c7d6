import { useTranslation } from 'react-i18next'
import type { Remedy as RemedyFact } from '../../contract/app/remedies'
import { useSpeech } from './use-speech'

/** What a person can do about an error, in the window's language; nothing where the error has no remedy. */
export function Remedy({ remedy, className }: { remedy: RemedyFact | undefined; className: string }) {
  const { t } = useTranslation()
  const speech = useSpeech()
  return remedy === undefined ? null : <p className={className}>{t('error.remedy', { remedy: speech.fact(remedy) })}</p>
}
