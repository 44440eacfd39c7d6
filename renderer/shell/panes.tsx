import { type ReactNode, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Group, Panel, type PanelImperativeHandle, Separator } from 'react-resizable-panels'
import type { AppSettings } from '../../contract/app/app'
import { quarry } from '../bridge'
import { Sheet } from '../ui/dialog'
import { useNotices } from '../window/notices'
import { useLeftBeside, useRightBeside } from '../window/use-media'
import { rightOf, useWindowDispatch, useWindowState } from '../window/window-state'

type Layout = AppSettings['layout']

export interface PaneControls {
  layout: Layout
  toggleLeft(): void
  toggleRight(): void
  /** Makes the right pane visible, wherever it stands now. */
  showRight(): void
  remember(change: Partial<Layout>): void
  leftPanel: React.RefObject<PanelImperativeHandle | null>
  rightPanel: React.RefObject<PanelImperativeHandle | null>
}

/** Pixels below which a pane cannot be read. */
const narrowest = { left: 200, right: 310 }

/** Width at which a pane opens, in pixels: its remembered share of the window, but never too narrow to be read. */
const paneWidth = (side: 'left' | 'right', layout: Layout): number =>
  Math.max(narrowest[side], Math.round((window.innerWidth * layout[side]) / 100))

/** How panes are shown and hidden, and what of it is remembered. */
export function usePaneControls(settings: AppSettings): PaneControls {
  const { attempt } = useNotices()
  const dispatch = useWindowDispatch()
  const state = useWindowState()
  const leftBeside = useLeftBeside()
  const rightBeside = useRightBeside()
  const leftPanel = useRef<PanelImperativeHandle | null>(null)
  const rightPanel = useRef<PanelImperativeHandle | null>(null)
  const layout = useRef(settings.layout)

  const remember = useCallback(
    (change: Partial<Layout>) => {
      layout.current = { ...layout.current, ...change }
      void attempt(() => quarry.settingsSet({ layout: layout.current }))
    },
    [attempt],
  )
  return useMemo(() => {
    // What a person does is remembered; that a narrow window squeezes a pane away is not.
    const show = (side: 'left' | 'right', shown: boolean): void => {
      const panel = (side === 'left' ? leftPanel : rightPanel).current
      if (!panel || panel.isCollapsed() === !shown) return
      if (shown) panel.resize(paneWidth(side, layout.current))
      else panel.collapse()
      remember(side === 'left' ? { leftCollapsed: !shown } : { rightCollapsed: !shown })
    }
    return {
      get layout() {
        return layout.current
      },
      toggleLeft: () =>
        leftBeside
          ? show('left', leftPanel.current?.isCollapsed() ?? false)
          : dispatch({ type: 'leftSheet', open: !state.leftSheet }),
      toggleRight: () =>
        rightBeside
          ? show('right', rightPanel.current?.isCollapsed() ?? false)
          : dispatch({ type: 'rightSheet', open: !state.rightSheet }),
      showRight: () => (rightBeside ? show('right', true) : dispatch({ type: 'rightSheet', open: true })),
      remember,
      leftPanel,
      rightPanel,
    }
  }, [leftBeside, rightBeside, state.leftSheet, state.rightSheet, dispatch, remember])
}

const separatorClass =
  'w-px bg-line transition-colors data-[separator=hover]:bg-accent data-[separator=active]:bg-accent focus-visible:bg-accent focus-visible:outline-2'

interface PanesProps {
  controls: PaneControls
  left: ReactNode
  middle: ReactNode
  right: ReactNode
}

/** What there is, what is being worked out, what it rests on. Narrow windows show the outer two as sheets. */
export function Panes({ controls, left, middle, right }: PanesProps) {
  const { t } = useTranslation()
  const state = useWindowState()
  const dispatch = useWindowDispatch()
  const leftBeside = useLeftBeside()
  const rightBeside = useRightBeside()
  const { layout } = controls
  const middleName = t(`app.middlePane.${state.view}`)
  const rightName = t(`app.rightPane.${rightOf(state)}`)
  // A pane without width is out of the way of the Tab key and of screen readers, too.
  const [gone, setGone] = useState({ left: layout.leftCollapsed, right: layout.rightCollapsed })
  const onResize = (side: 'left' | 'right', { inPixels }: { inPixels: number }): void =>
    setGone((before) => (before[side] === inPixels < 1 ? before : { ...before, [side]: inPixels < 1 }))
  // A window that becomes narrow shows the report first: what stood beside it must not come to lie over it.
  useLayoutEffect(() => {
    if (!rightBeside) dispatch({ type: 'rightSheet', open: false })
  }, [rightBeside, dispatch])
  return (
    <>
      <Group
        id="panes"
        orientation="horizontal"
        className="min-h-0"
        onLayoutChanged={(sizes, { isUserInteraction }) => {
          if (!isUserInteraction) return
          const leftSize = sizes.left
          const rightSize = sizes.right
          const change: Partial<Layout> = {}
          if (leftSize !== undefined) {
            change.leftCollapsed = leftSize < 1
            if (leftSize >= 1) change.left = leftSize
          }
          if (rightSize !== undefined) {
            change.rightCollapsed = rightSize < 1
            if (rightSize >= 1) change.right = rightSize
          }
          const before = controls.layout
          const changed = (Object.keys(change) as (keyof Layout)[]).some((key) => change[key] !== before[key])
          if (changed) controls.remember(change)
        }}
      >
        {leftBeside && (
          <>
            <Panel
              id="left"
              panelRef={controls.leftPanel}
              onResize={(size) => onResize('left', size)}
              collapsible
              collapsedSize={0}
              minSize={narrowest.left}
              maxSize={460}
              defaultSize={layout.leftCollapsed ? 0 : paneWidth('left', layout)}
            >
              <nav aria-label={t('app.libraryPane')} className="h-full overflow-auto" inert={gone.left}>
                {left}
              </nav>
            </Panel>
            <Separator aria-label={t('app.resizeLeft')} className={separatorClass} />
          </>
        )}
        <Panel id="middle" minSize={360}>
          <main id="main" tabIndex={-1} aria-label={middleName} className="h-full focus:outline-none">
            {middle}
          </main>
        </Panel>
        {rightBeside && (
          <>
            <Separator aria-label={t('app.resizeRight')} className={separatorClass} />
            <Panel
              id="right"
              panelRef={controls.rightPanel}
              onResize={(size) => onResize('right', size)}
              collapsible
              collapsedSize={0}
              minSize={narrowest.right}
              maxSize="55%"
              defaultSize={layout.rightCollapsed ? 0 : paneWidth('right', layout)}
            >
              <aside aria-label={rightName} className="h-full overflow-hidden bg-panel" inert={gone.right}>
                {right}
              </aside>
            </Panel>
          </>
        )}
      </Group>
      {!leftBeside && state.leftSheet && (
        <Sheet side="left" title={t('app.libraryPane')} onClose={() => dispatch({ type: 'leftSheet', open: false })}>
          {left}
        </Sheet>
      )}
      {!rightBeside && state.rightSheet && (
        <Sheet side="right" title={rightName} onClose={() => dispatch({ type: 'rightSheet', open: false })}>
          {right}
        </Sheet>
      )}
    </>
  )
}
