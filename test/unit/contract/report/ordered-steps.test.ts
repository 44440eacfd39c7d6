import { describe, expect, it } from 'vitest'
import { stepMarkOf, stepsOf, toldSteps, withoutStepMark } from '../../../../contract/report/ordered-steps'

describe('steps in the order of their source', () => {
  it.each([
    ['1. Stop it.', 1, 'Stop it.'],
    ['(2) Stop it.', 2, 'Stop it.'],
    ['Step 3: Stop it.', 3, 'Stop it.'],
    ['4、关闭阀门。', 4, '关闭阀门。'],
    ['5.打开阀门。', 5, '打开阀门。'],
    ['第六步：冲洗。', 6, '冲洗。'],
    ['步骤7：冲洗。', 7, '冲洗。'],
  ])('reads the number of %s', (text, number, rest) => {
    expect(stepMarkOf(text)?.number).toBe(number)
    expect(withoutStepMark(text)).toBe(rest)
  })

  it.each(['3.5 metres are enough.', '10:30 is early.', '1990. The year', '7.', '', 'Stop it.'])(
    'finds no number in “%s”',
    (text) => expect(stepMarkOf(text)).toBeNull(),
  )

  it('takes lines for steps only where their numbers count up', () => {
    const of = (...lines: string[]) => stepsOf(lines, (line) => line)
    expect(of('3. Fill it.', 'It takes long.', '4. Close it.')).toEqual({
      start: 3,
      steps: [['3. Fill it.', 'It takes long.'], ['4. Close it.']],
    })
    expect(of('1. Fill it.', '3. Close it.')).toBeNull()
    expect(of('2. Fill it.', '1. Close it.')).toBeNull()
    expect(of('Fill it.', '1. Close it.')).toBeNull()
    expect(of('1. Fill it.')).toBeNull()
  })

  it('finds steps that running text tells in order', () => {
    expect(
      toldSteps([
        'Orchids grow.',
        'To repot one, first soak it.',
        'Then cut.',
        'Be careful.',
        'Finally, wait.',
        'Done.',
      ]),
    ).toEqual({ starts: [1, 2, 4], end: 5 })
    expect(toldSteps(['首先关闭阀门。', '然后取下滤瓶。', '最后冲洗。'])).toEqual({ starts: [0, 1, 2], end: 3 })
    expect(toldSteps(['First it rained.', 'Then the sun shone.'])).toBeNull()
    expect(
      toldSteps(['First, it is small.', 'Second, because it is cheap, many have it.', 'Third, it is quick.']),
    ).toBeNull()
    expect(toldSteps(['Then cut.', 'Finally, wait.', 'First, soak.'])).toBeNull()
  })

  it('takes features and merits that are counted up for no steps, unless they are called so', () => {
    const features = ['First, Kelp supports rows.', 'Second, it keeps counters.', 'Finally, Kelp runs scripts.']
    expect(toldSteps(features)).toBeNull()
    expect(toldSteps(['It writes in three steps.', ...features])).toEqual({ starts: [1, 2, 3], end: 4 })
    expect(toldSteps(['First, close the valve.', 'Second, remove the flask.', 'Finally, rinse it.'])?.end).toBe(3)
    expect(toldSteps(['首先它很小。', '其次它很便宜。', '最后它很快。'])).toBeNull()
    expect(toldSteps(['安装分三个步骤。', '首先它停止。', '其次它清空。', '最后它重启。'])?.end).toBe(4)
  })
})
