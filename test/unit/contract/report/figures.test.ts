import { describe, expect, it } from 'vitest'
import { figureOfCaption, figuresNamed, resolveFigure } from '../../../../contract/report/figures'

describe('the caption of a figure', () => {
  it.each([
    ['Figure 3: Heat loss of the tank', '3'],
    ['Figure 3. Heat loss of the tank', '3'],
    ['Figure 3.', '3'],
    ['FIGURE 3 | Heat loss', '3'],
    ['Figure 3 Heat loss of the tank', '3'],
    ['Figure 3 - heat loss of the tank', '3'],
    ['Fig. 3. Heat loss', '3'],
    ['Fig 2.1 – heat loss', '2.1'],
    ['Figure A.1: More losses', 'A.1'],
    ['Figure S2b. More losses', 'S2b'],
    ['Figure IV: Heat loss', 'IV'],
    ['Figure 3–5: heat loss', '3-5'],
    ['Abbildung 3: Wärmeverlust', '3'],
    ['图 3 水箱的热损失', '3'],
    ['图3-2：水箱的热损失', '3-2'],
    ['图3.水箱的热损失', '3'],
    ['图 3 中国的热泵数量', '3'],
    ['图三 水箱', '三'],
  ])('is %j', (text, number) => {
    expect(figureOfCaption(text)?.number).toBe(number)
  })

  it.each([
    'Figure 3 shows the loss of the tank.',
    'Figure 3 (left) shows the loss of the tank.',
    'Figures 3 and 4 show the loss.',
    'Figure out how the tank loses heat.',
    'Figure 2024 was a good year.',
    'Figures: see the appendix.',
    'Figure I drew for the tank.',
    'Table 3: Heat loss',
    'As Figure 3: shows',
    'Figure 3, which shows the loss, is new.',
    '图 3 显示了水箱的热损失。',
    '图3中，热损失随时间增加。',
    '图 3 所示的水箱',
    '图书馆 3 号',
    '',
  ])('is not %j', (text) => {
    expect(figureOfCaption(text)).toBeNull()
  })
})

describe('the figures that a text names', () => {
  it.each([
    ['Figure 3 shows the loss (see also Fig. 4b).', ['3', '4b']],
    ['As figure 3 shows, and Figure 3 again', ['3']],
    ['Figs. 2a and 4, and Figures 6, 7, and 9', ['2a', '4', '6', '7', '9']],
    ['Figures 3–5 show it', ['3', '3-5', '4', '5']],
    ['Figures 3 to 6 show it', ['3', '4', '5', '6']],
    ['Figure A.1, Fig. S2 and Figure 2.1.', ['A.1', 'S2', '2.1']],
    ['Figure 3, 2 of which', ['3', '2']],
    ['如图 3 所示，另见图3-2。', ['3', '3-2']],
    ['图 3、4 和图五', ['3', '4', '五']],
    ['Abb. 3 und Abbildungen 4 und 5', ['3', '4', '5']],
  ])('of %j', (text, numbers) => {
    expect(figuresNamed(text).toSorted()).toEqual(numbers.toSorted())
  })

  it.each([
    'Figure out how 3 tanks lose heat.',
    'The bank gave as the figure 3 million pounds.',
    'It gives the figure 3% of all.',
    'He put the figure 3,000 higher.',
    'It was the figure 2024 that counted.',
    'A configure 3 step, and prefig. 4',
    '他的意图 3 次改变，企图 4 次。',
    '图 3 万户',
    '图书馆有 3 层。',
  ])('are none in %j', (text) => {
    expect(figuresNamed(text)).toEqual([])
  })

  it('are bounded, and told in linear time', () => {
    expect(figuresNamed(`Figures ${Array.from({ length: 1000 }, (_, n) => n + 1).join(', ')}`)).toHaveLength(50)
    expect(figuresNamed('Figure '.repeat(200_000))).toEqual([])
    expect(figureOfCaption(`Figure 3${' '.repeat(1_000_000)}`)?.label).toBe('Figure 3')
  })
})

it('is a part of a figure that exists only whole', () => {
  const captions = new Set(['3', '4a', 'A.1'])
  const resolved = (named: string): string | null => resolveFigure(named, (figure) => captions.has(figure))
  expect(['3', '3b', '4a', '4b', 'A.1', 'A.1c', '99'].map(resolved)).toEqual(['3', '3', '4a', null, 'A.1', 'A.1', null])
})
