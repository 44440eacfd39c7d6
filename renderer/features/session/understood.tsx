import { clsx } from 'clsx'
import { useTranslation } from 'react-i18next'
import { partsOfIntent } from '../../../wording'
import { quarry, useCall } from '../../bridge'
import { Hint } from '../../ui/hint'
import { useSpeech } from '../../ui/use-speech'

/** How Quarry understands a question: what it wants, and what it names. Each chip says in its hint what becomes of it. */
export function Understood({ question }: { question: string }) {
  const { t } = useTranslation()
  const speech = useSpeech()
  const asked = question.trim()
  const read = useCall(asked === '' ? null : asked, () => quarry.recallIntent({ question: asked }), false)
  if (read.status === 'failed') return <p className="mt-1.5 text-xs text-error">{speech.error(read.error)}</p>
  if (read.value === null) return null
  return (
    <div className="mt-2 flex flex-wrap items-baseline gap-x-2 gap-y-1 text-xs text-faint" data-testid="intent">
      <span>{t('session.understoodAs')}</span>
      <ul className="contents" aria-label={t('session.understoodAs')}>
        {partsOfIntent(read.value, speech).map(({ part, text, meaning }) => (
          <li key={`${part} ${text}`} className="flex max-w-full min-w-0" data-part={part}>
            <Hint text={meaning}>
              <button
                type="button"
                className={clsx(
                  'max-w-full cursor-help truncate rounded-full px-2 py-px',
                  part === 'action' ? 'bg-accent-bg text-accent' : 'bg-sunk text-dim',
                )}
              >
                {text}
              </button>
            </Hint>
          </li>
        ))}
      </ul>
    </div>
  )
}
