import type { Language } from '../../../contract/language'
import { en } from './en'
import { zhCN } from './zh-CN'

/** Everything that the command says beside facts and errors; a language without one of its words does not compile. */
export type TerminalWords = typeof en

const words: Readonly<Record<Language, TerminalWords>> = { en, 'zh-CN': zhCN }

export const wordsIn = (language: Language): TerminalWords => words[language]
