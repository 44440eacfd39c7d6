import { useTranslation } from 'react-i18next'
import { useRemedyText } from './error-text'

/** What a person can do about an error, in the window's language; nothing where the error has no remedy. */
export function Remedy({ remedy, className }: { remedy: string | undefined; className: string }) {
  const { t } = useTranslation()
  const said = useRemedyText()(remedy)
  return said === null ? null : <p className={className}>{t('error.remedy', { remedy: said })}</p>
}
