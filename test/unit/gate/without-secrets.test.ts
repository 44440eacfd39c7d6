import { expect, it } from 'vitest'
import { questionWithoutSecrets } from '../../../main/gate'

it.each([
  ['Which pumps are there?', {}, 'Which pumps are there?'],
  ['Use k-1 of k-12.', { api_key: 'k-1', more: { token: ['k-12', ''] } }, 'Use ••• of •••.'],
  ['Pay with 1234.', { pin: 5, secret: 1234 }, 'Pay with •••.'],
  ['Log in with password hunter2!', { user: 'ada' }, '•••'],
  ['Masked before: •••', { token: '•••' }, 'Masked before: •••'],
])('%s is kept without its secrets', (question, input, kept) => {
  expect(questionWithoutSecrets(question, input)).toBe(kept)
})
