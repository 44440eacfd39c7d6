import { Info, Keyboard, Settings } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { useWindowDispatch } from '../../window/window-state'

const topics = ['material', 'answers', 'tools', 'actions', 'rules', 'own', 'network', 'models', 'kept'] as const

/** How Quarry answers, what it may do and what it asks first, with the ways to where each is set. */
export function HelpDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation()
  const dispatch = useWindowDispatch()
  const open = (kind: 'shortcuts' | 'settings' | 'about') => () => dispatch({ type: 'openDialog', dialog: { kind } })
  return (
    <Dialog title={t('help.title')} description={t('help.lead')} onClose={onClose} wide testId="help">
      <dl className="text-sm">
        {topics.map((topic) => (
          <div key={topic} className="border-t border-line py-2">
            <dt className="font-medium">{t(`help.topics.${topic}.title`)}</dt>
            <dd className="mt-0.5 text-dim">{t(`help.topics.${topic}.text`)}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button icon={Keyboard} onClick={open('shortcuts')}>
          {t('shortcuts.title')}
        </Button>
        <Button icon={Settings} onClick={open('settings')}>
          {t('app.settings')}
        </Button>
        <Button icon={Info} onClick={open('about')}>
          {t('about.title')}
        </Button>
      </div>
    </Dialog>
  )
}
