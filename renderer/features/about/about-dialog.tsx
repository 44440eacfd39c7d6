import { Check, CircleX, Download, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { quarry, useCall, useTopicValue } from '../../bridge'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { Failure, Loading } from '../../ui/states'
import { useSpeech } from '../../ui/use-speech'
import { useNotices } from '../../window/notices'
import { useEngineName } from '../../window/use-engine-name'

const marks = {
  ok: { icon: Check, color: 'text-ok' },
  warning: { icon: TriangleAlert, color: 'text-blocked' },
  missing: { icon: CircleX, color: 'text-error' },
} as const

/** What Quarry is and what it runs on: the same report as the command `doctor`. */
export function AboutDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation()
  const speech = useSpeech()
  const engineName = useEngineName()
  const status = useTopicValue('status')
  const engine = useTopicValue('settings')?.engine
  const { attempt, tell } = useNotices()
  const save = (): void =>
    void attempt(async () => {
      const saved = await quarry.desktopSaveDiagnostics()
      if (saved) tell(t('app.saved', { path: saved.path }))
    })
  const report = useCall('doctor', () => quarry.appDoctor())
  return (
    <Dialog title={t('about.title')} description={t('about.lead')} onClose={onClose} wide testId="about">
      {report.status === 'loading' && <Loading />}
      {report.status === 'failed' && <Failure error={report.error} />}
      {report.status === 'ready' && (
        <>
          <p className="text-sm text-dim">{t('about.version', { version: report.value.version })}</p>
          {status && engine && (
            <p className="text-sm text-dim">
              {t('app.labelled', { label: t('about.encoder'), what: status.encoder })} ·{' '}
              {t('app.labelled', { label: t('about.engine'), what: engineName(engine) })}
            </p>
          )}
          <h3 className="section-title mt-4">{t('about.checks')}</h3>
          <dl className="mt-1 text-sm">
            {report.value.checks.map((check) => {
              const { icon: Icon, color } = marks[check.status]
              return (
                <div
                  key={check.name}
                  className="grid grid-cols-[18px_140px_1fr] items-baseline gap-2 border-t border-line py-1.5"
                >
                  <Icon size={14} aria-hidden className={`translate-y-0.5 ${color}`} />
                  <dt className="font-medium">
                    {t(`about.check.${check.name}`)}
                    <span className="sr-only">, {t(`about.status.${check.status}`)}</span>
                  </dt>
                  <dd className="text-dim">
                    {speech.fact(check.finding)}
                    {check.remedy && <span className="block text-blocked">{speech.fact(check.remedy)}</span>}
                  </dd>
                </div>
              )
            })}
          </dl>
          <p className="mt-4 text-sm text-dim">{t('about.diagnosticsHelp')}</p>
          <Button icon={Download} className="mt-2" onClick={save}>
            {t('about.diagnostics')}
          </Button>
        </>
      )}
    </Dialog>
  )
}
