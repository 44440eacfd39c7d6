import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { quarry } from '../../bridge'
import { Button } from '../../ui/button'
import { useNotices } from '../../window/notices'

/** Forgets what was learned, of one resource or of all, after saying what that means. Inline: no dialog over it. */
export function Forget({ resourceId, onDone }: { resourceId: string | null; onDone(): void }) {
  const { t } = useTranslation()
  const { attempt, tell } = useNotices()
  const [asking, setAsking] = useState(false)
  const [forgetting, setForgetting] = useState(false)
  const forget = async (): Promise<void> => {
    setForgetting(true)
    const done = await attempt(async () => {
      const { forgotten } = await quarry.resourcesForgetHistory(resourceId === null ? {} : { resourceId })
      tell(t('resources.learned.forgotten', { count: forgotten }))
    })
    setForgetting(false)
    if (!done) return
    setAsking(false)
    onDone()
  }
  if (!asking) {
    return (
      <Button icon={RotateCcw} onClick={() => setAsking(true)}>
        {resourceId === null ? t('resources.learned.reset') : t('resources.learned.resetOne')}
      </Button>
    )
  }
  return (
    <div
      role="alert"
      // Asked at the foot of a list: what is asked has to be seen whole.
      ref={(box) => box?.scrollIntoView({ block: 'nearest' })}
      className="rounded-lg border border-edge bg-panel px-3.5 py-2.5"
    >
      <p className="text-sm">
        {resourceId === null ? t('resources.learned.resetSure') : t('resources.learned.resetOneSure')}
      </p>
      <div className="mt-2 flex justify-end gap-2">
        <Button autoFocus onClick={() => setAsking(false)}>
          {t('app.cancel')}
        </Button>
        <Button tone="danger" disabled={forgetting} onClick={() => void forget()}>
          {t('resources.learned.resetConfirm')}
        </Button>
      </div>
    </div>
  )
}
