import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { AnswerFigures } from '../../../contract/app/metrics'
import { quarry, useCall, useTopicValue } from '../../bridge'
import { Empty, Failure, Loading } from '../../ui/states'
import { useEngineName } from '../../window/use-engine-name'
import { useFormat } from '../../window/use-format'

/** How long answers took, what became of questions, and how tools did: the project in figures. */
export function Metrics() {
  const { t } = useTranslation()
  const format = useFormat()
  const engineName = useEngineName()
  // Asked again whenever a session moved.
  const moved = useTopicValue('sessions')
    ?.map(({ updatedAt }) => updatedAt)
    .toSorted()
    .at(-1)
  const found = useCall(`metrics ${moved}`, () => quarry.projectMetrics())
  if (found.status === 'failed') return <Failure error={found.error} />
  if (!found.value) return <Loading text={t('metrics.looking')} />
  const { answers, calls } = found.value
  if (answers.all.asked === 0 && calls.total === 0)
    return <Empty title={t('metrics.none')} help={t('metrics.noneHelp')} />
  const share = (value: number | null): string => (value === null ? '–' : format.percent(value))
  const time = (ms: number | null): string => (ms === null ? '–' : format.duration(ms))
  const cells = (figures: AnswerFigures): string[] => [
    format.number(figures.asked),
    share(figures.asked === 0 ? null : figures.answered / figures.asked),
    time(figures.p50Ms),
    time(figures.p95Ms),
    share(figures.clarifiedShare),
    share(figures.searchedShare),
    figures.promptTokens + figures.answerTokens === 0
      ? '–'
      : t('metrics.tokensOf', {
          prompt: format.number(figures.promptTokens),
          answer: format.number(figures.answerTokens),
        }),
  ]
  const answerHeads = (['asked', 'answered', 'p50', 'p95', 'clarified', 'searched', 'tokens'] as const).map((name) =>
    t(`metrics.${name}`),
  )
  const toolHeads = (['calls', 'success', 'denied', 'p50', 'p95'] as const).map((name) => t(`metrics.${name}`))
  return (
    <div className="space-y-6 pb-6" data-testid="metrics">
      <Section title={t('metrics.answers')} help={t('metrics.answersHelp')}>
        <Figures
          first={t('metrics.engine')}
          heads={answerHeads}
          rows={[
            { name: t('metrics.all'), cells: cells(answers.all) },
            ...answers.byEngine.map(({ engine, ...figures }) => ({ name: engineName(engine), cells: cells(figures) })),
          ]}
        />
      </Section>
      {answers.byDomain.length > 0 && (
        <Section title={t('metrics.byDomain')} help={t('metrics.byDomainHelp')}>
          <Figures
            first={t('metrics.domain')}
            heads={answerHeads}
            rows={answers.byDomain.map(({ domain, ...figures }) => ({
              id: domain?.domainId ?? '',
              name: domain?.name ?? t('metrics.noDomain'),
              cells: cells(figures),
            }))}
          />
        </Section>
      )}
      {answers.byDay.length > 0 && (
        <Section title={t('metrics.byDay')} help={t('metrics.byDayHelp')}>
          <Figures
            first={t('metrics.day')}
            heads={answerHeads}
            rows={answers.byDay.map(({ day, ...figures }) => ({ name: format.day(day), cells: cells(figures) }))}
          />
        </Section>
      )}
      {calls.total > 0 && (
        <Section title={t('metrics.tools')} help={t('metrics.toolsHelp')}>
          <Figures
            first={t('metrics.tool')}
            heads={toolHeads}
            rows={calls.tools.map(({ tool, server, total, denied, successRate, p50Ms, p95Ms }) => ({
              name: server === 'builtin' ? tool : t('metrics.toolOf', { tool, server }),
              cells: [format.number(total), share(successRate), format.number(denied), time(p50Ms), time(p95Ms)],
            }))}
          />
        </Section>
      )}
    </div>
  )
}

function Section({ title, help, children }: { title: string; help: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="text-sm font-medium">{title}</h2>
      <p className="mb-1.5 text-xs text-faint">{help}</p>
      {children}
    </section>
  )
}

interface FiguresProps {
  first: string
  heads: readonly string[]
  /** `id` where two may have the same name. */
  rows: readonly { readonly id?: string; readonly name: string; readonly cells: readonly string[] }[]
}

function Figures({ first, heads, rows }: FiguresProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways is reached by keyboard, too
    <section className="overflow-x-auto" tabIndex={0} aria-label={first}>
      <table className="w-full text-sm tabular-nums">
        <thead>
          <tr className="border-b border-line text-left text-xs text-faint">
            <th scope="col" className="py-1 pr-3 font-normal wrap-normal">
              {first}
            </th>
            {heads.map((head) => (
              <th key={head} scope="col" className="px-2 py-1 text-right font-normal wrap-normal">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, id = name, cells }) => (
            <tr key={id} className="border-b border-line">
              <th scope="row" className="min-w-36 max-w-72 py-1.5 pr-3 text-left font-normal wrap-anywhere">
                <bdi>{name}</bdi>
              </th>
              {cells.map((cell, at) => (
                <td key={heads[at]} className="px-2 py-1.5 text-right whitespace-nowrap">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
