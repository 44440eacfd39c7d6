import { Maximize, Minus, Plus } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DomainView } from '../../../contract/library/domain'
import { quarry, useCall } from '../../bridge'
import { IconButton } from '../../ui/button'
import { colourOf } from './domain-colour'
import {
  apart,
  dotAt,
  dotDistance,
  hitAt,
  type MapView,
  moved,
  type Point,
  placeLabels,
  type Size,
  viewOf,
  wholeView,
  zoomed,
} from './map-view'

/** Names of so many documents of a domain are asked for when the pointer is over it. */
const namedDocuments = 500
/** A press that moves less than this is a click. */
const clickPixels = 4
const largestDot = 13
const keyStep = 60
const zoomStep = 1.3

interface DomainMapProps {
  readonly domains: readonly DomainView[]
  readonly hues: ReadonlyMap<string, number>
  readonly chosen: string | null
  onChoose(domainId: string): void
  onOpen(sourceId: string): void
}

type Hit = ReturnType<typeof hitAt<DomainView>>

/** The library as a picture: a circle for each domain, a dot for each of its documents. The list beside it says the same. */
export function DomainMap({ domains, hues, chosen, onChoose, onOpen }: DomainMapProps) {
  const { t } = useTranslation()
  const helpId = useId()
  const frame = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState<Size>({ width: 0, height: 0 })
  /** Null: all of it, whatever the size. */
  const [own, setOwn] = useState<MapView | null>(null)
  const [over, setOver] = useState<Hit>(null)
  const press = useRef<{ from: Point; last: Point; isDrag: boolean } | null>(null)
  const circles = useMemo(() => apart(domains), [domains])
  const whole = useMemo(() => wholeView(circles, size), [circles, size])
  const view = own ?? whole
  // The chosen one is named before all others.
  const labels = useMemo(() => {
    const named = circles.map((circle) => ({ ...circle, id: circle.domainId }))
    return placeLabels(
      named.toSorted((one, other) => Number(other.id === chosen) - Number(one.id === chosen)),
      view,
      size,
    )
  }, [circles, chosen, view, size])
  const change = (next: (view: MapView) => MapView): void => setOwn((before) => next(before ?? whole))
  const zoom = (factor: number, at: Point = { x: size.width / 2, y: size.height / 2 }): void =>
    change((before) => zoomed(before, at, factor, whole))

  useEffect(() => {
    const element = frame.current
    if (element === null) return
    const observer = new ResizeObserver(([entry]) => {
      const { width = 0, height = 0 } = entry?.contentRect ?? {}
      setSize({ width, height })
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  // What is chosen in the list comes into sight, where one has zoomed in elsewhere.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another choice moves the map
  useEffect(() => {
    const circle = circles.find(({ domainId }) => domainId === chosen)
    if (circle !== undefined && own !== null) setOwn(viewOf(circle, size))
  }, [chosen])
  // React's own listener may not keep the page from scrolling.
  const onWheel = useRef<(event: WheelEvent) => void>(() => {})
  onWheel.current = (event) => {
    event.preventDefault()
    const box = frame.current?.getBoundingClientRect()
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1
    const factor = Math.exp(-Math.max(-240, Math.min(240, event.deltaY * lines)) / 400)
    zoom(factor, { x: event.clientX - (box?.left ?? 0), y: event.clientY - (box?.top ?? 0) })
  }
  useEffect(() => {
    const element = frame.current
    const listener = (event: WheelEvent): void => onWheel.current(event)
    element?.addEventListener('wheel', listener, { passive: false })
    return () => element?.removeEventListener('wheel', listener)
  }, [])

  const hovered = over?.circle ?? null
  const documents = useCall(
    hovered && `${hovered.domainId} ${hovered.documents}`,
    () => quarry.domainsDocuments({ domainId: hovered?.domainId ?? '', offset: 0, limit: namedDocuments }),
    false,
  ).value?.documents
  const document = over?.ordinal != null ? documents?.[over.ordinal] : undefined
  const told = hovered && (document ? (document.title ?? document.name) : hovered.name)

  const pointOf = (event: PointerEvent): Point => {
    const box = event.currentTarget.getBoundingClientRect()
    return { x: event.clientX - box.left, y: event.clientY - box.top }
  }
  const onPointerMove = (event: PointerEvent): void => {
    const at = pointOf(event)
    const pressed = press.current
    if (pressed === null) {
      setOver(hitAt(circles, view, at))
      return
    }
    if (Math.hypot(at.x - pressed.from.x, at.y - pressed.from.y) >= clickPixels) pressed.isDrag = true
    const by = { x: at.x - pressed.last.x, y: at.y - pressed.last.y }
    pressed.last = at
    if (pressed.isDrag) change((before) => moved(before, by, circles, size))
  }
  const onPointerUp = (event: PointerEvent): void => {
    const pressed = press.current
    press.current = null
    if (pressed === null || pressed.isDrag) return
    const hit = hitAt(circles, view, pointOf(event))
    if (hit === null) return
    const { circle, ordinal } = hit
    if (ordinal === null) {
      onChoose(circle.domainId)
      return
    }
    void quarry
      .domainsDocuments({ domainId: circle.domainId, offset: ordinal, limit: 1 })
      .then(({ documents: [one] }) => (one ? onOpen(one.sourceId) : onChoose(circle.domainId)))
      // Gone meanwhile: the list says so.
      .catch(() => onChoose(circle.domainId))
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return
    const steps: Record<string, Point> = {
      ArrowLeft: { x: keyStep, y: 0 },
      ArrowRight: { x: -keyStep, y: 0 },
      ArrowUp: { x: 0, y: keyStep },
      ArrowDown: { x: 0, y: -keyStep },
    }
    const step = steps[event.key]
    if (step !== undefined) change((before) => moved(before, step, circles, size))
    else if (event.key === '+' || event.key === '=') zoom(zoomStep)
    else if (event.key === '-') zoom(1 / zoomStep)
    else if (event.key === '0' || event.key === 'Home') setOwn(null)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div className="relative h-full min-h-0" data-testid="domain-map">
      {/* biome-ignore lint/a11y/useSemanticElements: a picture that one moves with keys, not a set of fields */}
      <div
        ref={frame}
        role="group"
        aria-label={t('domains.map')}
        aria-describedby={helpId}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it is moved and zoomed with keys
        tabIndex={0}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => {
          if (event.button !== 0) return
          const from = pointOf(event)
          press.current = { from, last: from, isDrag: false }
          event.currentTarget.setPointerCapture(event.pointerId)
        }}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerUp}
        onPointerCancel={() => {
          press.current = null
        }}
        onPointerLeave={() => setOver(null)}
        className={`absolute inset-0 touch-none overflow-hidden rounded-lg border border-line bg-panel focus-visible:outline-offset-[-2px] ${over ? 'cursor-pointer' : 'cursor-grab'}`}
      >
        <svg width={size.width} height={size.height} aria-hidden className="block select-none">
          <g transform={`translate(${view.x} ${view.y}) scale(${view.scale})`}>
            {circles.map((circle) => (
              <DomainCircle
                key={circle.domainId}
                circle={circle}
                hue={hues.get(circle.domainId) ?? 0}
                isChosen={circle.domainId === chosen}
                scale={view.scale}
              />
            ))}
          </g>
          {over?.ordinal != null && <OverDot hit={over} view={view} />}
          {labels.map(({ id, text, x, y, width, height }) => (
            <text
              key={id}
              x={x + width / 2}
              y={y + height / 2}
              textAnchor="middle"
              dominantBaseline="central"
              strokeWidth={4}
              strokeLinejoin="round"
              className={`fill-ink stroke-panel text-[12px] [paint-order:stroke] ${id === chosen ? 'font-semibold' : ''}`}
            >
              {text}
            </text>
          ))}
        </svg>
      </div>
      <p id={helpId} className="sr-only">
        {t('domains.mapHelp')}
      </p>
      <p className="pointer-events-none absolute bottom-1.5 left-2 max-w-[calc(100%-120px)] truncate rounded bg-panel px-1.5 py-0.5 text-xs text-dim">
        <bdi>{told ?? t('domains.mapHint')}</bdi>
      </p>
      <div className="absolute right-1.5 bottom-1.5 flex rounded-md border border-line bg-panel">
        <IconButton size="small" icon={Minus} label={t('domains.zoomOut')} onClick={() => zoom(1 / zoomStep)} />
        <IconButton size="small" icon={Plus} label={t('domains.zoomIn')} onClick={() => zoom(zoomStep)} />
        <IconButton
          size="small"
          icon={Maximize}
          label={t('domains.whole')}
          disabled={own === null}
          onClick={() => setOwn(null)}
        />
      </div>
    </div>
  )
}

interface DomainCircleProps {
  readonly circle: DomainView
  readonly hue: number
  readonly isChosen: boolean
  readonly scale: number
}

/** All documents of a domain are one path: twenty thousand are drawn as fast as twenty. */
function DomainCircle({ circle, hue, isChosen, scale }: DomainCircleProps) {
  const { x, y, radius, documents } = circle
  const dots = useMemo(
    () =>
      Array.from({ length: documents }, (_, ordinal) => {
        const dot = dotAt({ x, y, radius }, ordinal, documents)
        return `M${dot.x.toFixed(2)} ${dot.y.toFixed(2)}h0`
      }).join(''),
    [x, y, radius, documents],
  )
  const colour = colourOf(hue)
  return (
    <>
      <circle
        cx={x}
        cy={y}
        r={radius}
        vectorEffect="non-scaling-stroke"
        strokeWidth={isChosen ? 2.5 : 1}
        style={{ fill: colour, stroke: colour, fillOpacity: isChosen ? 0.2 : 0.09, strokeOpacity: isChosen ? 1 : 0.45 }}
      />
      <path
        d={dots}
        fill="none"
        strokeLinecap="round"
        strokeWidth={Math.min(7, dotDistance(circle, documents) * 0.6, largestDot / scale)}
        style={{ stroke: colour }}
      />
    </>
  )
}

/** The document under the pointer. */
function OverDot({ hit, view }: { hit: NonNullable<Hit>; view: MapView }) {
  const { x, y } = dotAt(hit.circle, hit.ordinal ?? 0, hit.circle.documents)
  return (
    <circle
      cx={view.x + view.scale * x}
      cy={view.y + view.scale * y}
      r={9}
      fill="none"
      strokeWidth={2}
      className="stroke-ink"
    />
  )
}
