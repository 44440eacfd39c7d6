import type { AppSettings } from '../../contract/app/app'

/** Whether main's own dialogs are in Chinese: the language of the window, or of the system where that is chosen. */
export const isChinese = (language: AppSettings['language'], systemLocale: string): boolean =>
  language === 'system' ? systemLocale.startsWith('zh') : language === 'zh-CN'
