import { expect, it } from 'vitest'
import { profileText } from '../../../main/language'
import { type Likened, likeness, likenessOfQuestions, saysTheSame } from '../../../main/memory/likeness'

/** As an encoder that takes all of them for the same would have it, or one that does not know their script. */
const likened = (text: string, vector: Float32Array | null = new Float32Array([1, 0])): Likened => ({
  profile: profileText(text),
  vector,
})
const cost = 'How much did the heat pump cost in Graz?'

it.each([
  [cost, 'How much does the heat pump in Graz cost?', true],
  [cost, 'How much did the heat pump cost in Linz?', false],
  [cost, 'How much did the heat pump cost in Graz in 2024?', false],
  [cost, 'Why is the sky blue over Graz?', false],
  ['2024 年热泵在格拉茨的费用是多少？', '热泵 2024 年在格拉茨的费用是多少？', true],
  ['2024 年热泵在格拉茨的费用是多少？', '2023 年热泵在格拉茨的费用是多少？', false],
])('a question is much the same where its words, names and numbers are: %s %s', (one, other, isSame) => {
  expect(likenessOfQuestions(likened(one), likened(other)) > 0).toBe(isSame)
})

it('texts are compared by their words where there is no vector', () => {
  const [one, other] = ['Remember the maple project.', 'What does the maple project study?']
  expect(likeness(likened(one, null), likened(other, null))).toBeGreaterThan(0.4)
  expect(likeness(likened(one, null), likened('热泵', null))).toBe(0)
  const metric = likened('Remember that I prefer metric units in all reports.', null)
  expect(saysTheSame(metric, likened('Please remember that I prefer metric units in all reports.', null))).toBe(true)
  expect(saysTheSame(metric, likened('Remember that I prefer imperial units in all reports.', null))).toBe(false)
})
