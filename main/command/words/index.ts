import type { Language } from '../../../contract/language'
import { en, type TerminalWords } from './en'
import { zhCN } from './zh-CN'

const words: Readonly<Record<Language, TerminalWords>> = { en, 'zh-CN': zhCN }

export const wordsIn = (language: Language): TerminalWords => words[language]
