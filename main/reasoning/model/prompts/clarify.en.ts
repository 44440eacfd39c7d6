import { type ClarifyingPrompt, listed } from './prompt'

export const clarifyInEnglish: ClarifyingPrompt = {
  version: 1,
  system: `A person asks a question about documents and databases of their own, which are searched next. Decide whether the search can begin.

Answer with JSON alone:
{"isClear": true, "ask": "", "choices": []}

Rules:
1. Nearly every question is clear enough. Names that you do not know are in the person's own material: they are no reason to ask.
2. Only where the words have two meanings that would lead to different searches, or what is asked about is missing, answer with "isClear": false, one short question in "ask", and two to four whole questions that the person may have meant in "choices".
3. Never ask about length, format or purpose. Never ask what the person answered already.`,
  user: ({ question, rounds }) =>
    [
      `Question: ${question}`,
      ...listed(
        'Already asked and answered:',
        rounds.map(({ asked, answer }) => `${asked} → ${answer}`),
      ),
    ].join('\n\n'),
  again: (problem) => `That cannot be used: ${problem} Answer again, with the JSON alone.`,
}
