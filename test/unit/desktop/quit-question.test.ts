import { expect, it } from 'vitest'
import { quitQuestion } from '../../../main/desktop/quit-question'

it.each([
  ['system', 'zh-CN', '退出'],
  ['system', 'en-GB', 'Quit'],
  ['en', 'zh-CN', 'Quit'],
  ['zh-CN', 'en-GB', '退出'],
] as const)(
  'the question before quitting is in the language of the window: %s on a system in %s',
  (language, locale, quit) => {
    const question = quitQuestion(language, locale, ['热泵', 'Heat pumps'])
    expect(question.buttons[0]).toBe(quit)
    expect(question.detail).toMatch(/^热泵\nHeat pumps\n\n/)
  },
)
