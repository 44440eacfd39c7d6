import { clsx } from 'clsx'
import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button'
import { inputClass } from './field'

interface QuestionBoxProps {
  id: string
  label: string
  /** The first thing on its page: larger, and its label is for screen readers only. */
  first?: boolean
  maxLength: number
  value: string
  placeholder: string
  hint: string
  submit: string
  ready: boolean
  /** What else is chosen for the question. */
  beside?: ReactNode
  onChange(text: string): void
  onSubmit(): void
}

/** Where something is asked in one's own words, in the reading face. Enter asks, Shift+Enter adds a line. */
export function QuestionBox(props: QuestionBoxProps) {
  const { id, label, first = false, ready, onSubmit } = props
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (ready) onSubmit()
      }}
    >
      <label htmlFor={id} className={first ? 'sr-only' : 'text-sm font-medium'}>
        {label}
      </label>
      <textarea
        id={id}
        rows={first ? 3 : 2}
        value={props.value}
        maxLength={props.maxLength}
        placeholder={props.placeholder}
        aria-describedby={`${id}-hint`}
        onChange={(event) => props.onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
          event.preventDefault()
          if (ready) onSubmit()
        }}
        className={clsx(
          inputClass,
          'resize-none rounded-lg bg-panel font-serif leading-relaxed [field-sizing:content]',
          first ? 'max-h-80 min-h-24 px-3.5 py-3 text-[17px]' : 'mt-1 max-h-48 px-3 py-2 text-[16px]',
        )}
      />
      <div className="mt-2 flex flex-wrap items-center justify-between gap-x-3 gap-y-1.5">
        <p id={`${id}-hint`} className="text-xs text-faint">
          {props.hint}
        </p>
        <span className="ml-auto flex flex-wrap items-center justify-end gap-2">
          {props.beside}
          <Button type="submit" tone="primary" icon={ArrowRight} disabled={!ready}>
            {props.submit}
          </Button>
        </span>
      </div>
    </form>
  )
}

interface SamplesProps {
  id: string
  title: string
  samples: readonly string[]
  onChoose(sample: string): void
}

/** Questions that may be asked as they stand. */
export function Samples({ id, title, samples, onChoose }: SamplesProps) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="text-sm font-medium">
        {title}
      </h2>
      <ul className="mt-1.5 flex flex-wrap gap-1.5">
        {samples.map((sample) => (
          <li key={sample}>
            <button
              type="button"
              onClick={() => onChoose(sample)}
              className="rounded-full border border-edge px-2.5 py-0.5 text-left text-sm hover:bg-accent-bg"
            >
              {sample}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
