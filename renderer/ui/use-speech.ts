import { useTranslation } from 'react-i18next'
import { language as knownLanguage } from '../../contract/language'
import { type Speech, speechIn } from '../../wording'

/** Says facts in the language of the window. */
export function useSpeech(): Speech {
  const { language } = useTranslation().i18n
  return speechIn(knownLanguage.parse(language))
}
