import type { AppSettings } from '../../contract/app/app'
import { isChinese } from './dialog-language'

export interface QuitQuestion {
  readonly message: string
  readonly detail: string
  /** Quitting first. */
  readonly buttons: readonly [string, string]
}

/**
 * What is asked before quitting while sessions work, in the language of the window.
 * @param systemLocale counts where the language is the system's
 * @param titles of the sessions that work
 */
export function quitQuestion(
  language: AppSettings['language'],
  systemLocale: string,
  titles: readonly string[],
): QuitQuestion {
  const working = titles.join('\n')
  return isChinese(language, systemLocale)
    ? {
        message: '研究仍在进行',
        detail: `${working}\n\n退出后不会丢失任何内容，下次启动时会从原处继续。`,
        buttons: ['退出', '继续工作'],
      }
    : {
        message: 'Research is still running',
        detail: `${working}\n\nFinished steps are saved. Research resumes when Quarry opens again.`,
        buttons: ['Quit', 'Keep working'],
      }
}
