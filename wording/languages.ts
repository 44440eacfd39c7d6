import type { Language } from '../contract/language'

/** The language to speak: the setting, or the first one that is preferred and has words; English where none has. */
export function chooseLanguage(setting: Language | 'system', preferred: readonly string[]): Language {
  if (setting !== 'system') return setting
  for (const tag of preferred) {
    if (/^zh\b/i.test(tag)) return 'zh-CN'
    if (/^en\b/i.test(tag)) return 'en'
  }
  return 'en'
}
