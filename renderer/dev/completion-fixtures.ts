import type { CallExchange, CompletionQuestion } from '../../contract/calls/service-question'

/** What a server wants of a model elsewhere, with a character that hides another. */
export const askedCompletion: Omit<CompletionQuestion, 'stepId' | 'askedAt' | 'until'> = {
  id: 'completion-1',
  kind: 'completion',
  callId: 'call-1',
  tool: 'summarise_thread',
  server: 'Mail archive',
  resourceId: 'mcp_server:mail',
  system: 'You summarise threads of e-mail in one sentence.',
  messages: [
    {
      role: 'user',
      text: 'Summarise:\n\nAda: The trial ran on 3 November.\nBo: Then the figures in the report\u202e are of the second run.\nAda: Yes, I will correct them.',
    },
  ],
  maxTokens: 400,
  model: { name: 'qwen3:32b', server: 'Lab server', elsewhere: 'lab.example:11434' },
  stage: 'permission',
  answer: null,
  error: null,
}

const answer = 'The figures in the report are of the second run; Ada will correct them.'

export const answeredCompletion: typeof askedCompletion = {
  ...askedCompletion,
  id: 'completion-2',
  stage: 'review',
  answer: { text: answer, isCut: true },
}

/** As the record of the call keeps it. */
export const keptCompletion: CallExchange = {
  at: '2026-11-22T10:12:00.100Z',
  message: `system: ${askedCompletion.system}\n\nuser: ${askedCompletion.messages[0]?.text ?? ''}`,
  outcome: 'withheld',
  content: {},
  completion: { model: 'qwen3:32b', maxTokens: 400, answer },
}
