import { expect, it } from 'vitest'
import { mathText } from '../../../workers/readers/latex/math-text'

it.each([
  ['x_{i+1} = x_i^2', 'x_(i+1) = x_i^2'],
  ['\\frac{a+b}{\\sqrt{2}} \\leq \\frac 1 n', '(a+b)/(√2) ≤ 1/n'],
  ['\\mathbb{E}_{z \\sim \\mathcal{D}(z|A)}\\left[ f \\right.', 'E_(z ∼ D(z|A))[ f'],
  ['\\eqv{A}{\\prod_{x:A} B}', 'eqv(A, ∏_(x:A) B)'],
  ['\\begin{array}{ll} a & b \\\\[2pt] c & d \\\\ \\end{array}\\label{eq:x}', 'a b; c d'],
  ['\\{ x \\in \\R : |x| > 0 \\}', '{ x ∈ R : |x| > 0 }'],
  ['O(n\\,\\log n) % cost', 'O(n log n)'],
  ['p < 0.05\\text{ and }R^{2} = 90\\%', 'p < 0.05 and R^2 = 90%'],
  ['a_{b_{c_{d', 'a_(b_(c_d))'],
  ['} \\frac{1', '1/()'],
])('reads %j as %j', (source, text) => {
  expect(mathText(source)).toBe(text)
})
