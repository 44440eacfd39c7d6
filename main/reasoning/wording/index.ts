import type { Language } from '../../../contract/language'
import { english } from './en'
import type { Wording } from './wording'
import { chinese } from './zh'

export type { Wording } from './wording'

export function wordingFor(language: Language): Wording {
  return language === 'zh-CN' ? chinese : english
}
