import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { splitSentences } from '../../../../contract/report/sentences'

const split = (text: string): string[] => splitSentences(text).map(({ start, end }) => text.slice(start, end))

describe('splitSentences', () => {
  it.each([
    ['It works. It is fast.', ['It works.', 'It is fast.']],
    ['Smith et al. (2010) found it. So did we.', ['Smith et al. (2010) found it.', 'So did we.']],
    ['As shown by Smith et al. The effect is small.', ['As shown by Smith et al.', 'The effect is small.']],
    ['See Fig. 3 and Eq. 4. Both agree.', ['See Fig. 3 and Eq. 4.', 'Both agree.']],
    [
      'Some gases, e.g. R-32, burn, i.e. they oxidise. Others do not.',
      ['Some gases, e.g. R-32, burn, i.e. they oxidise.', 'Others do not.'],
    ],
    ['The ratio is 3.14 at 20.5 °C. It grows.', ['The ratio is 3.14 at 20.5 °C.', 'It grows.']],
    ['J. R. R. Tolkien and A. Smith met. They talked.', ['J. R. R. Tolkien and A. Smith met.', 'They talked.']],
    ['It contains vitamin C. The dose matters.', ['It contains vitamin C.', 'The dose matters.']],
    ['Dr. Brown left at 5 p.m. He came back.', ['Dr. Brown left at 5 p.m.', 'He came back.']],
    ['The U.S. Navy came. It left.', ['The U.S. Navy came.', 'It left.']],
    ['He lives in the U.S. The rest is known.', ['He lives in the U.S.', 'The rest is known.']],
    ['“Stop!” he said. “Why?” She left.', ['“Stop!” he said.', '“Why?”', 'She left.']],
    [
      'It was found.[12] The rest followed.[3–5][7] Done.',
      ['It was found.[12]', 'The rest followed.[3–5][7]', 'Done.'],
    ],
    ['Really?! Yes... maybe. And so on… Then it ended.', ['Really?!', 'Yes... maybe.', 'And so on…', 'Then it ended.']],
    ['1. Introduction to heat', ['1. Introduction to heat']],
    ['The answer was no. The reason is cost.', ['The answer was no.', 'The reason is cost.']],
    ['Use No. 5 here. Then stop.', ['Use No. 5 here.', 'Then stop.']],
    ['It takes 5 min. The result is stable.', ['It takes 5 min.', 'The result is stable.']],
    ['a study of wings . the results agree . done', ['a study of wings .', 'the results agree .', 'done']],
    ['all lower case. without capitals. as some write', ['all lower case.', 'without capitals.', 'as some write']],
    ['Open example.org/a.b for more. Then read.', ['Open example.org/a.b for more.', 'Then read.']],
    ['One line\nanother line. End', ['One line', 'another line.', 'End']],
    ['热泵从空气中取热。它不产生热！真的吗？是的。', ['热泵从空气中取热。', '它不产生热！', '真的吗？', '是的。']],
    ['他说：“热泵很好。”然后走了。', ['他说：“热泵很好。”', '然后走了。']],
    ['《你好！》是一部电影。很好看。', ['《你好！》是一部电影。', '很好看。']],
    ['系数为3.5。温度是２０．５度。', ['系数为3.5。', '温度是２０．５度。']],
    ['Das ist z.B. gut. Und vgl. Abb. 3 dort.', ['Das ist z.B. gut.', 'Und vgl. Abb. 3 dort.']],
    ['이것은 문장입니다. 다음 문장입니다.', ['이것은 문장입니다.', '다음 문장입니다.']],
    ['Это предложение. Вот второе.', ['Это предложение.', 'Вот второе.']],
    ['  \n\n ', []],
    ['', []],
  ])('splits %j', (text, sentences) => {
    expect(split(text)).toEqual(sentences)
  })

  it('leaves out nothing but white space, in order and trimmed', () => {
    const piece = fc.constantFrom(
      'et al.',
      'Fig. 3',
      'The',
      ' ',
      '\n',
      '. ',
      '。',
      '”',
      '? ',
      'a',
      'B',
      '3.5',
      '》',
      '[1]',
      '\u3000',
      'e.g.',
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.array(piece).map((pieces) => pieces.join('')),
        ),
        (text) => {
          let at = 0
          for (const { start, end } of splitSentences(text)) {
            expect(start).toBeGreaterThanOrEqual(at)
            expect(end).toBeGreaterThan(start)
            expect(text.slice(at, start).trim()).toBe('')
            expect(text.slice(start, end).trim()).toBe(text.slice(start, end))
            at = end
          }
          expect(text.slice(at).trim()).toBe('')
        },
      ),
      { numRuns: 500 },
    )
  })
})
