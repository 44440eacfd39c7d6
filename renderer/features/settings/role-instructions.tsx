import { useTranslation } from 'react-i18next'
import { modelRole } from '../../../contract/models/model-turn'
import type { RoleInstructions as Instructions } from '../../../contract/session/engine'

const longest = 2000

/** What models are told beside the prompts of their roles; kept when the field is left. */
export function RoleInstructions({
  instructions,
  onChange,
}: {
  instructions: Instructions
  onChange(instructions: Instructions): void
}) {
  const { t } = useTranslation()
  return (
    <details data-testid="role-instructions" open={Object.keys(instructions).length > 0}>
      <summary className="cursor-pointer text-sm">{t('roles.instructions')}</summary>
      <p className="mt-1 text-xs text-faint">{t('roles.instructionsHelp')}</p>
      {modelRole.options.map((role) => {
        const { [role]: own = '', ...others } = instructions
        const keep = (text: string): void => {
          if (text.trim() !== own) onChange(text.trim() === '' ? others : { ...others, [role]: text.trim() })
        }
        return (
          <label key={role} className="mt-2 block text-sm">
            {t(`roles.${role}`)}
            <textarea
              key={own}
              defaultValue={own}
              rows={own === '' ? 1 : 3}
              maxLength={longest}
              onBlur={(event) => keep(event.currentTarget.value)}
              className="mt-0.5 w-full resize-y rounded-md border border-edge bg-sunk px-2 py-1.5 text-sm"
            />
          </label>
        )
      })}
    </details>
  )
}
