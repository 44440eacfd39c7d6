import type { AnswerFigures, SessionMetrics } from '../../contract/app/metrics'

const all: AnswerFigures = {
  asked: 148,
  answered: 139,
  clarifiedShare: 0.18,
  searchedShare: 0.97,
  p50Ms: 3900,
  p95Ms: 41_200,
  promptTokens: 1_204_400,
  answerTokens: 96_310,
}
export const metricsOfAnswers: SessionMetrics['answers'] = {
  all,
  byEngine: [
    { ...all, engine: 'extractive', asked: 121, answered: 118, p95Ms: 6100, promptTokens: 0, answerTokens: 0 },
    { ...all, engine: 'model:1/qwen3:8b', asked: 27, answered: 21, p50Ms: 38_000 },
  ],
  byDomain: [
    { ...all, domain: { domainId: 'domain-1', name: 'Blunt body heating' }, asked: 61, answered: 60 },
    { ...all, domain: { domainId: 'domain-2', name: 'Boundary layers in compressible flow' }, asked: 40, answered: 40 },
    { ...all, domain: null, asked: 47, answered: 39, searchedShare: 0.8 },
  ],
  byDay: [
    { ...all, day: '2026-11-26', asked: 12, answered: 12 },
    { ...all, day: '2026-11-25', asked: 3, answered: 2, clarifiedShare: 0, p50Ms: null, p95Ms: null },
  ],
}
