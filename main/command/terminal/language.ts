import type { Language } from '../../../contract/language'
import { chooseLanguage } from '../../../wording'

/** The environment of a process, as far as it tells the language of its user. */
type Environment = Readonly<Partial<Record<'LC_ALL' | 'LC_MESSAGES' | 'LANG' | 'LANGUAGE', string>>>

/**
 * The language of the terminal: what `--language` names, else the app's own setting, else the locale of the environment
 * by the rules of gettext (`LC_ALL`, `LC_MESSAGES`, `LANG`; `LANGUAGE` lists others that are preferred, except where the
 * locale is C). Windows sets none of them: there the system's own locale counts.
 */
export function terminalLanguage(
  chosen: Language | undefined,
  setting: Language | 'system',
  environment: Environment = process.env,
): Language {
  if (chosen !== undefined) return chosen
  const { LC_ALL, LC_MESSAGES, LANG, LANGUAGE } = environment
  const locale = LC_ALL || LC_MESSAGES || LANG || (process.platform === 'win32' ? systemLocale() : 'C')
  const preferred = /^(C|POSIX)(\.|$)/.test(locale) ? [] : [...(LANGUAGE ?? '').split(':'), locale]
  return chooseLanguage(
    setting,
    preferred.map((name) => name.replaceAll('_', '-')),
  )
}

const systemLocale = (): string => Intl.DateTimeFormat().resolvedOptions().locale
