import { clsx } from 'clsx'
import { ChevronDown, Undo2 } from 'lucide-react'
import { memo, type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import {
  answersNothing,
  isUnaided,
  type ReportSection,
  type ReportSentence,
  type ReportVersion,
  type ReportView,
} from '../../../contract/report/report'
import { blocksOf } from '../../../contract/report/report-blocks'
import type { StepView } from '../../../contract/session/session'
import { headingOf, toldReadings } from '../../../wording'
import { quarry } from '../../bridge'
import { Button } from '../../ui/button'
import { Chip } from '../../ui/chip'
import { Menu, MenuItem } from '../../ui/menu'
import { useSpeech } from '../../ui/use-speech'
import { useNotices } from '../../window/notices'
import { useFormat } from '../../window/use-format'
import { useShortcuts } from '../../window/use-shortcuts'
import { useWindowDispatch, useWindowState } from '../../window/window-state'
import { CitedSources } from './cited-sources'
import { EvidenceTable } from './evidence-table'
import { isUnaidedMark, unaidedMark } from './paragraphs'
import { ReportActions } from './report-actions'
import { ComparedSides, ReportList, ReportRows } from './report-blocks'
import { SectionMenu } from './section-menu'
import { Sentence } from './sentence'
import { SourceMatrix } from './source-matrix'
import { Timelines } from './timelines'

/** Sections that say nothing about the material. */
const isOwn: ReadonlySet<ReportSection['kind']> = new Set(['remembered', 'answered', 'notFound'])

interface ReportProps {
  sessionId: string
  version: number
  report: ReportView
  /** All versions of the session's report. */
  versions: readonly ReportVersion[]
  /** Whether sections can be removed, and searched for again. */
  mayEdit: boolean
  /** What found the sections, where that can run again. */
  steps: readonly StepView[]
}

/**
 * The report in its reading face. Each sentence carries its citations and, where doubtful, its verdict. It can be long: while
 * the session works on below or above it, it is not drawn again.
 */
export const Report = memo(function Report({ sessionId, version, report, versions, mayEdit, steps }: ReportProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const speech = useSpeech()
  const { dialog } = useWindowState()
  const _dispatch = useWindowDispatch()
  const body = useRef<HTMLDivElement>(null)
  const { attempt } = useNotices()
  const step = (by: 1 | -1): void => {
    const chips = [...(body.current?.querySelectorAll<HTMLElement>('[data-citation]') ?? [])]
    if (chips.length === 0) return
    const focused = chips.indexOf(document.activeElement as HTMLElement)
    const lit = focused >= 0 ? focused : chips.findIndex((chip) => chip.dataset.current !== undefined)
    const next = lit < 0 ? (by > 0 ? 0 : chips.length - 1) : (lit + by + chips.length) % chips.length
    const chip = chips[next]
    chip?.scrollIntoView({ block: 'nearest' })
    chip?.focus()
    chip?.click()
  }
  useShortcuts(
    [
      { key: 'j', run: () => void step(1) },
      { key: 'k', run: () => void step(-1) },
    ],
    dialog === null,
  )
  const shownSentence = (sentence: ReportSentence, text?: string): ReactNode => (
    <Sentence
      key={sentence.id}
      sessionId={sessionId}
      version={version}
      report={report}
      sentence={sentence}
      text={text}
    />
  )
  const sections = report.sections.filter((section) => section.kind !== 'sources')
  const undo = { sessionId, version, edits: report.edits ?? 0, edit: { kind: 'undo' } } as const
  return (
    <section aria-label={t('report.title')} data-testid="report">
      <div className="mb-1 mt-4 flex flex-wrap items-center justify-between gap-2 text-xs text-faint tabular-nums">
        <span className="flex flex-wrap items-center gap-2">
          <VersionPicker versions={versions} shown={version} />
          {report.partial && <Chip tone="blocked">{t('report.partial')}</Chip>}
          {isUnaided(report)
            ? t('report.unaided')
            : report.claims === 0 || answersNothing(report)
              ? t('report.noClaims')
              : t('report.supported', {
                  supported: format.number(report.supported),
                  claims: format.number(report.claims),
                  count: report.claims,
                })}
        </span>
        <span className="-mr-3 ml-auto flex flex-wrap items-center gap-1">
          {report.edits !== undefined && (
            <Button
              tone="quiet"
              icon={Undo2}
              className="h-7 px-2"
              onClick={() => void attempt(() => quarry.sessionEditReport(undo))}
            >
              {t('edit.undo')}
            </Button>
          )}
          <ReportActions sessionId={sessionId} version={version} />
        </span>
      </div>
      <div
        ref={body}
        id="report-body"
        lang={report.language}
        className="max-w-[70ch] pt-3 font-serif text-[16.5px] leading-[1.68]"
      >
        {sections.map((section, sectionIndex) => (
          <section
            // biome-ignore lint/suspicious/noArrayIndexKey: sections only grow at the end
            key={sectionIndex}
            className={clsx(
              'drawn-in-view group/section',
              isOwn.has(section.kind) && 'mt-6 border-l-2 border-edge pl-4',
            )}
            data-section={section.kind}
          >
            <h2
              lang={section.kind === 'aspect' ? undefined : speech.language}
              className="mt-3 mb-2 text-[18px] leading-snug font-semibold"
            >
              {headingOf(section, speech)}
              {mayEdit && section.kind !== 'summary' && (
                <SectionMenu
                  sessionId={sessionId}
                  version={version}
                  edits={report.edits ?? 0}
                  section={report.sections.indexOf(section)}
                  heading={headingOf(section, speech)}
                  step={steps.find(({ title, skipped }) => title === headingOf(section, speech) && !skipped)}
                />
              )}
            </h2>
            {blocksOf(section, report.citations).map((block) =>
              block.kind === 'rows' ? (
                <ReportRows key={block.rows[0]?.sentence.id} block={block} sentenceOf={shownSentence} />
              ) : block.kind === 'list' ? (
                <ReportList key={block.items[0]?.[0]?.id} block={block} sentenceOf={shownSentence} />
              ) : block.kind === 'compared' ? (
                <ComparedSides key="compared" block={block} sentenceOf={shownSentence} />
              ) : (
                <p key={block.sentences[0]?.id} className={clsx('mb-3', isUnaidedMark(block.sentences) && unaidedMark)}>
                  {block.sentences.map((sentence) => shownSentence(sentence))}
                </p>
              ),
            )}
            {toldReadings(section, report.citations, speech).map((reading) => (
              <p
                key={reading}
                lang={speech.language}
                className="mb-3 font-sans text-xs text-dim"
                data-testid="told-reading"
              >
                {reading}
              </p>
            ))}
          </section>
        ))}
      </div>
      {report.writing !== undefined && (
        <p className="mt-2 text-xs text-faint">{speech.fact({ kind: 'writtenByModel', values: report.writing })}</p>
      )}
      {report.droppedCitations > 0 && (
        <p className="mt-2 text-xs text-faint">{t('report.dropped', { count: report.droppedCitations })}</p>
      )}
      <EvidenceTable sessionId={sessionId} version={version} report={report} />
      <Timelines sessionId={sessionId} version={version} report={report} />
      <SourceMatrix report={report} />
      <CitedSources sessionId={sessionId} version={version} citations={report.citations} />
    </section>
  )
})

/** Which version of the report is shown, with the question of each. Nothing where there is only one. */
function VersionPicker({ versions, shown }: { versions: readonly ReportVersion[]; shown: number }) {
  const { t } = useTranslation()
  const format = useFormat()
  const dispatch = useWindowDispatch()
  const newest = versions.at(-1)?.version
  if (versions.length < 2) return null
  const show = (version: number): void => dispatch({ type: 'showReport', version: version === newest ? null : version })
  return (
    <Menu
      trigger={
        <Button tone="quiet" icon={ChevronDown} className="-ml-2 h-7 px-2" data-testid="report-version">
          {t('report.version', { version: format.number(shown), total: format.number(versions.length) })}
        </Button>
      }
    >
      {versions.map(({ version, title }) => (
        <MenuItem key={version} onSelect={() => show(version)}>
          <span className={version === shown ? 'font-semibold' : ''}>
            {t('report.versionOf', { version: format.number(version), title })}
          </span>
        </MenuItem>
      ))}
    </Menu>
  )
}
