import type { ReportLanguage } from '../text/language'
import { english } from './en'
import type { Wording } from './wording'
import { chinese } from './zh'

export type { Wording } from './wording'

export function wordingFor(language: ReportLanguage): Wording {
  return language === 'zh' ? chinese : english
}
