import { describe, expect, test } from 'vitest'
import { neighbourScores } from '../../../main/recall/neighbour-path'

const passage = (id: number, score: number, text: string, part = `source ${id}`) => ({ id, score, part, text })

describe('neighbourScores', () => {
  test('lifts a text that is like a good one over one that is like none', () => {
    const scores = neighbourScores([
      passage(1, 1, 'suction delays separation of the boundary layer'),
      passage(2, 0.4, 'separation of a laminar boundary layer'),
      passage(3, 0.4, 'apple pie with cinnamon'),
    ])
    expect(scores.get(2)).toBeCloseTo(1, 12)
    expect(scores.get(3)).toBe(0)
  })

  test('compares the passages of a part as one text, which scores as its best', () => {
    const scores = neighbourScores([
      passage(1, 0.2, 'demand paging of memory', 'a'),
      passage(2, 0.8, 'the working set of a program', 'a'),
      passage(3, 0.1, 'paging', 'b'),
      passage(4, 0.5, 'cinnamon', 'c'),
    ])
    expect(scores.get(3)).toBeCloseTo(0.8, 12)
    expect(scores.get(1)).toBe(scores.get(2))
    expect(scores.get(1)).toBeCloseTo(0.1, 12)
  })

  test('lets no more than the ten nearest speak', () => {
    const near = Array.from({ length: 10 }, (_, at) => passage(at + 2, 0.9, 'wing flutter'))
    const far = Array.from({ length: 10 }, (_, at) => passage(at + 20, 0, `wing chair ${'upholstery '.repeat(at + 1)}`))
    expect(neighbourScores([passage(1, 0.5, 'wing flutter'), ...far, ...near]).get(1)).toBeCloseTo(0.9, 12)
  })

  test('has words of Chinese, too, and nothing to say of a single text or of none', () => {
    const scores = neighbourScores([
      passage(1, 1, '欧洲 越橘 是 杜鹃花科 植物'),
      passage(2, 0.1, '越橘 果实'),
      passage(3, 0.1, '皇后'),
    ])
    expect(scores.get(2)).toBeCloseTo(1, 12)
    expect(neighbourScores([passage(1, 1, 'alone', 'a'), passage(2, 1, 'alone', 'a')]).size).toBe(0)
    expect(neighbourScores([]).size).toBe(0)
    expect([...neighbourScores([passage(1, 1, ''), passage(2, 1, '')]).values()]).toEqual([0, 0])
  })
})
