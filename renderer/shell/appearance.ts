import i18next from 'i18next'
import { useEffect, useLayoutEffect } from 'react'
import type { AppSettings } from '../../contract/app'
import { chooseLanguage } from '../../wording'
import { useMedia } from '../window/use-media'

/** Puts language and theme of the settings on the page; `system` follows the system while it changes. */
export function useAppearance(settings: AppSettings | null): void {
  const systemIsDark = useMedia('(prefers-color-scheme: dark)')
  const theme = settings?.theme ?? 'system'
  // Before anything is painted in the other theme.
  useLayoutEffect(() => {
    document.documentElement.dataset.theme = theme === 'system' ? (systemIsDark ? 'dark' : 'light') : theme
  }, [theme, systemIsDark])

  const setting = settings?.language ?? 'system'
  useEffect(() => {
    const apply = (): void => {
      const language = chooseLanguage(setting, navigator.languages)
      document.documentElement.lang = language
      if (i18next.language !== language) void i18next.changeLanguage(language)
    }
    apply()
    window.addEventListener('languagechange', apply)
    return () => window.removeEventListener('languagechange', apply)
  }, [setting])
}
