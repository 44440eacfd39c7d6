import type { Language } from '../../../contract/language'
import { english } from './en'
import type { Criterion, Wording } from './wording'
import { chinese } from './zh'

export type { Criterion, Wording } from './wording'

export function wordingFor(language: Language): Wording {
  return language === 'zh-CN' ? chinese : english
}

/** The criterion that a text of a plan words, in either language; null where the words are a person's or a model's. */
export function criterionIn(doneWhen: string): { readonly criterion: Criterion; readonly wording: Wording } | null {
  for (const wording of [english, chinese]) {
    const found = Object.entries(wording.plan.doneWhen).find(([, words]) => words === doneWhen)
    if (found !== undefined) return { criterion: found[0] as Criterion, wording }
  }
  return null
}
