import { expect, it } from 'vitest'
import { isNamed, meaningsIn, withMeanings } from '../../../../main/language/question/meanings'

it.each([
  [
    'Remember that by “the probe” we mean the hemispherical model of run 14.',
    'How hot was the probe at Mach 14?',
    'How hot was the hemispherical model of run 14 at Mach 14?',
  ],
  [
    'Remember that with the maple project I mean the study of leaves in Graz.',
    'Who pays for the Maple Project?',
    'Who pays for the study of leaves in Graz?',
  ],
  [
    'Keep in mind that SPF stands for seasonal performance factor.',
    'Which SPF was measured?',
    'Which seasonal performance factor was measured?',
  ],
  ['请记住：我们说的“猎鹰”是指格拉茨学校的改造工程。', '猎鹰花了多少钱？', '格拉茨学校的改造工程花了多少钱？'],
])('a name is read as its person means it: %s', (told, asked, read) => {
  expect(withMeanings(asked, meaningsIn([told]))).toBe(read)
})

it('what explains no name changes nothing, nor does a word that a name is part of', () => {
  expect(
    meaningsIn(['I prefer SI units.', 'We decided to leave out every run below Mach 5.', '我更喜欢国际单位制。']),
  ).toEqual([])
  const [probe] = meaningsIn(['By the probe we mean run 14.'])
  expect(isNamed('Which probes were used?', probe!)).toBe(false)
  expect(isNamed('Which probe was used?', probe!)).toBe(true)
  expect(withMeanings('A $& in a name', [{ name: 'name', meaning: '$& $1' }])).toBe('A $& in a $& $1')
})
