import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AppSettings } from '../../../contract/app/app'
import { quarry, useCall } from '../../bridge'
import { Button } from '../../ui/button'
import { Menu, MenuChoice } from '../../ui/menu'
import { useNotices } from '../../window/notices'

/** Which encoder makes the vectors of passages and questions. It is loaded once before it is taken, and used from the next start on. */
export function Encoder({ encoder }: Pick<AppSettings, 'encoder'>) {
  const { t } = useTranslation()
  const { attempt } = useNotices()
  const [trying, setTrying] = useState<string | null>(null)
  const found = useCall(`encoders ${encoder}`, () => quarry.modelsEncoders())
  if (found.status !== 'ready') return null
  const { names: there, inUse, isFixed } = found.value
  // One that was removed is still shown, so that it can be given up.
  const names = encoder === null || there.includes(encoder) ? there : [...there, encoder]
  const what = encoder ?? t('settings.encoderBuiltIn')
  const choose = async (name: string | null): Promise<void> => {
    setTrying(name ?? '')
    await attempt(() => quarry.modelsChooseEncoder({ name }))
    setTrying(null)
  }
  const waits = !isFixed && encoder !== inUse.name
  return (
    <section data-testid="encoder">
      <h3 className="text-sm font-medium">{t('settings.encoder')}</h3>
      <p className="text-xs text-faint">
        {isFixed
          ? t('settings.encoderFixed', { model: inUse.id })
          : t(names.length === 0 ? 'settings.noEncoders' : 'settings.encoderHelp')}
      </p>
      {!isFixed && names.length > 0 && (
        <div className="mt-1">
          <Menu
            trigger={
              <Button
                icon={ChevronDown}
                disabled={trying !== null}
                aria-label={t('app.labelled', { label: t('settings.encoder'), what })}
              >
                <span className="wrap-anywhere">{what}</span>
              </Button>
            }
          >
            <MenuChoice checked={encoder === null} onChange={() => void choose(null)}>
              {t('settings.encoderBuiltIn')}
            </MenuChoice>
            {names.map((name) => (
              <MenuChoice key={name} checked={name === encoder} onChange={() => void choose(name)}>
                <span className="wrap-anywhere">{name}</span>
              </MenuChoice>
            ))}
          </Menu>
        </div>
      )}
      <p role="status" className="mt-1 text-xs text-blocked wrap-anywhere">
        {trying !== null ? t('settings.encoderTrying') : waits ? t('settings.encoderWaits', { model: inUse.id }) : ''}
      </p>
    </section>
  )
}
