import { Sparkle } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { countUnderWay } from '../../../contract/library/source'
import { useTopicValue } from '../../bridge'
import { Button } from '../../ui/button'
import { AddMaterial } from '../../window/add-material'
import { useFormat } from '../../window/use-format'
import { useAddSample } from '../library/use-add-sample'
import { Composer } from './composer'

/** The place to begin: a question, and for an empty library what to do first. */
export function Welcome() {
  const { t } = useTranslation()
  const format = useFormat()
  const addSample = useAddSample()
  const summary = useTopicValue('library')?.summary
  const egress = useTopicValue('settings')?.egress
  const empty = summary?.total === 0
  const busy = summary ? countUnderWay(summary.byState) > 0 : false
  return (
    <div className="h-full overflow-auto px-6 py-12 sm:px-10" data-testid="welcome">
      <div className="mx-auto max-w-160">
        <h1 className="font-serif text-[28px] leading-tight font-semibold">{t('welcome.title')}</h1>
        <p className="mt-2 mb-6 min-h-[2lh] max-w-[62ch] text-dim">
          {egress
            ? t('app.sentences', { first: t('welcome.lead'), second: t(`app.egressHelp.${egress}`) })
            : t('welcome.lead')}
        </p>
        <Composer />
        {summary && (
          <p className="mt-2 text-sm text-dim" data-testid="welcome-library">
            {empty
              ? t('welcome.emptyLibrary')
              : busy
                ? t('welcome.indexing')
                : t('welcome.sources', {
                    count: summary.byState.indexed,
                    sources: format.number(summary.byState.indexed),
                  })}
          </p>
        )}
        <div className="mt-3 flex flex-wrap gap-2">
          <AddMaterial />
          {empty && (
            <Button icon={Sparkle} onClick={addSample}>
              {t('library.sample')}
            </Button>
          )}
        </div>
        <section className="mt-10" aria-labelledby="how">
          <h2 id="how" className="section-title">
            {t('welcome.stepsTitle')}
          </h2>
          <ol className="mt-2 space-y-2">
            {[t('welcome.step1'), t('welcome.step2'), t('welcome.step3')].map((step, index) => (
              <li key={step} className="flex gap-3 border-t border-line pt-2 text-dim">
                <span aria-hidden className="w-4 shrink-0 font-medium text-accent tabular-nums">
                  {index + 1}
                </span>
                {step}
              </li>
            ))}
          </ol>
        </section>
      </div>
    </div>
  )
}
