import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createCoverage } from '../../../contract/library/script-coverage'
import { batchByLength } from '../../../main/inference/inference'
import { lateInteractionOf } from '../../../workers/inference/late-interaction'
import { SimilarityMatrix } from '../../../workers/inference/matrix'
import { MatrixFile } from '../../../workers/inference/matrix-file'
import { normalizeRows, poolTokens } from '../../../workers/inference/pooling'
import { scriptsOfLanguages, scriptsOfVocabulary } from '../../../workers/inference/scripts'

describe('batchByLength', () => {
  const limits = { lanes: 2, maxTexts: 16, maxCharacters: 1000, clipCharacters: 400 }

  test('holds every text once, within its limits, longest first', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 600 }), { maxLength: 80 }), (texts) => {
        const batches = batchByLength(texts, limits)
        const indexes = batches.flatMap((batch) => batch.indexes)
        expect(indexes.toSorted((a, b) => a - b)).toEqual(texts.map((_, index) => index))
        for (const batch of batches) {
          const longest = Math.max(...batch.texts.map((text) => Math.min(text.length, limits.clipCharacters)))
          expect(batch.texts.length).toBeLessThanOrEqual(limits.maxTexts)
          expect(batch.texts.length === 1 || longest * batch.texts.length <= limits.maxCharacters).toBe(true)
        }
      }),
    )
  })

  test('gives each lane its share of a few texts', () => {
    expect(batchByLength(['a', 'b', 'c', 'd'], limits).map((batch) => batch.texts.length)).toEqual([2, 2])
  })
})

describe('covers', () => {
  const covers = createCoverage(['Latin'])

  test.each([
    ['What is heat transfer?', true],
    ['Über die Grenzschicht', true],
    ['什么是边界层？', false],
    ['Что такое пограничный слой?', false],
    ['ما هي الطبقة الحدودية', false],
    ['SVM 算法的优点是什么', false],
    ['The word 边界 means boundary.', true],
    ['12.5 3.7 99', false],
    ['', false],
  ])('%s: %s', (text, expected) => {
    expect(covers(text)).toBe(expected)
  })

  test('takes every text where no scripts are known', () => {
    expect(createCoverage([])('什么')).toBe(true)
  })

  test('knows the scripts of languages, and of a vocabulary that declares none', () => {
    expect(scriptsOfLanguages(['en', 'ja', 'not a tag'])).toEqual(['Latin', 'Han', 'Hiragana', 'Katakana'])
    const latin = Array.from({ length: 400 }, (_, index) => `piece${String.fromCharCode(97 + (index % 26))}`)
    expect(scriptsOfVocabulary([...latin, 'я', '中'])).toEqual(['Latin'])
  })
})

describe('pooling', () => {
  const tokens = Float32Array.from([1, 0, 3, 4, 9, 9, 0, 2, 9, 9, 9, 9])

  test('means over the tokens that are there, or takes the first', () => {
    const shape = { lengths: [2, 1], width: 3, dimensions: 2 }
    expect([...poolTokens(tokens, { ...shape, pooling: 'mean' })]).toEqual([2, 2, 0, 2])
    expect([...poolTokens(tokens, { ...shape, pooling: 'cls' })]).toEqual([1, 0, 0, 2])
  })

  test('normalises rows and leaves zeros', () => {
    const rows = Float32Array.from([3, 4, 0, 0])
    normalizeRows(rows, 2)
    expect([...rows].map((value) => Math.round(value * 10) / 10)).toEqual([0.6, 0.8, 0, 0])
  })
})

const dot = (a: Float32Array, b: Float32Array): number => a.reduce((sum, value, index) => sum + value * b[index]!, 0)
const vectorOf = (seed: number, dimensions: number): Float32Array => {
  const vector = Float32Array.from({ length: dimensions }, (_, index) => Math.sin(seed * 12.9898 + index * 78.233))
  normalizeRows(vector, dimensions)
  return vector
}

describe('SimilarityMatrix', () => {
  // 40 is no multiple of the kernel's 16: rows are padded.
  test.each([64, 40])('finds what a plain loop finds, through adds, replacements and removals (%i)', (dimensions) => {
    const matrix = new SimilarityMatrix(dimensions)
    const expected = new Map<number, Float32Array>()
    const add = (ids: number[], seed: number): void => {
      const vectors = ids.map((id) => vectorOf(id * seed, dimensions))
      for (const [index, id] of ids.entries()) expected.set(id, vectors[index]!)
      matrix.add(Float64Array.from(ids), vectors)
    }
    const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, index) => from + index)
    add(range(1, 4500), 1)
    add(range(100, 120), 7)
    const gone = [1, 2, 3, 4499, 4498, 110, 777, 99_999]
    for (const id of gone) expected.delete(id)
    matrix.remove(Float64Array.from(gone))
    add(range(7000, 7010), 1)

    const query = vectorOf(0.5, dimensions)
    const exact = [...expected]
      .map(([id, vector]) => ({ id, score: dot(query, vector) }))
      .sort((a, b) => b.score - a.score)
    const found = matrix.top(query, 25, null)
    expect(matrix.stats.rows).toBe(expected.size)
    found.scores.forEach((score, rank) => {
      expect(score).toBeCloseTo(exact[rank]!.score, 4)
      expect(dot(query, expected.get(found.ids[rank]!)!)).toBeCloseTo(score, 4)
    })
    expect([...matrix.top(query, 3, Float64Array.from([50, 60, 777])).ids].toSorted()).toEqual([50, 60])
    expect(matrix.scores(query, Float64Array.from([777, 50])).scores[0]).toBeNaN()
    expect(matrix.ids().toSorted()).toEqual(Float64Array.from(expected.keys()).toSorted())
  })

  /** A matrix in a file, with rows 1 to 4. */
  const inFile = () => {
    const folder = mkdtempSync(join(tmpdir(), 'quarry-matrix-'))
    const path = join(folder, 'm.vectors')
    const matrix = new SimilarityMatrix(16)
    onTestFinished(() => {
      matrix.close()
      rmSync(folder, { recursive: true })
    })
    matrix.open(path, false)
    matrix.add(
      Float64Array.of(1, 2, 3, 4),
      [1, 2, 3, 4].map((id) => vectorOf(id, 16)),
    )
    matrix.keep(7)
    return { matrix, path }
  }

  test('removes a file that it cannot write, and goes on in memory', () => {
    const { matrix, path } = inFile()
    const write = vi.spyOn(MatrixFile.prototype, 'write').mockImplementation(() => {
      throw new Error('ENOSPC: no space left on device, write')
    })
    onTestFinished(() => write.mockRestore())
    matrix.remove(Float64Array.of(1))
    expect(matrix.stats).toMatchObject({ rows: 3, fileError: expect.stringContaining('ENOSPC') })
    expect(existsSync(path)).toBe(false)
    matrix.add(Float64Array.of(5), [vectorOf(5, 16)])
    matrix.keep(8)
    expect([...matrix.ids()].toSorted()).toEqual([2, 3, 4, 5])
  })

  test('says that a file is unfinished before a row in it is changed, and not where rows are added', () => {
    const { matrix, path } = inFile()
    const positionOnDisk = () => {
      const file = MatrixFile.open(path, 16, 80)
      const { position } = file
      file.close()
      return position
    }
    matrix.add(Float64Array.of(5), [vectorOf(5, 16)])
    expect(positionOnDisk()).toBe(7)
    const write = vi.spyOn(MatrixFile.prototype, 'write').mockImplementation(() => {
      expect(positionOnDisk()).toBeNull()
    })
    onTestFinished(() => write.mockRestore())
    matrix.remove(Float64Array.of(1))
    expect(write).toHaveBeenCalledOnce()
    matrix.keep(8)
    expect(positionOnDisk()).toBe(8)
    expect(matrix.stats.fileError).toBeNull()
    matrix.remove(matrix.ids().slice(-1))
    expect(positionOnDisk()).toBeNull()
  })

  test('answers fewer where there are fewer, and refuses another length', () => {
    const matrix = new SimilarityMatrix(16)
    expect(matrix.top(vectorOf(1, 16), 5, null).ids).toHaveLength(0)
    matrix.add(Float64Array.of(9), [vectorOf(1, 16)])
    expect([...matrix.top(vectorOf(1, 16), 5, null).ids]).toEqual([9])
    expect(() => matrix.add(Float64Array.of(8), [new Float32Array(17)])).toThrow('17 of 16')
  })
})

test('late interaction is the weighted mean of the best cosines', () => {
  const dimensions = 24
  const tokens = (...seeds: number[]) => {
    const vectors = Float32Array.from(seeds.flatMap((seed) => [...vectorOf(seed, dimensions)]))
    return { ids: Int32Array.from(seeds), vectors, tokens: seeds.length }
  }
  const best = (query: number, texts: number[]): number =>
    Math.max(...texts.map((text) => dot(vectorOf(query, dimensions), vectorOf(text, dimensions))))
  const weights = Float32Array.of(3, 0, 1)
  const scores = lateInteractionOf(tokens(1, 2, 3), weights, [tokens(1, 9, 4, 5), tokens(6), tokens()], dimensions)
  expect(scores[0]).toBeCloseTo((3 * best(1, [1, 9, 4, 5]) + best(3, [1, 9, 4, 5])) / 4, 5)
  expect(scores[1]).toBeCloseTo((3 * best(1, [6]) + best(3, [6])) / 4, 5)
  expect(scores[2]).toBe(0)
})
