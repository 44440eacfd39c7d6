import { isAbsolute, join, sep } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { inspect } from 'node:util'
import { app, type BrowserWindow, dialog, nativeTheme, powerMonitor, session } from 'electron'
import type { ChannelOutput, Subscription } from '../contract/channels/channels'
import { toErrorShape } from '../contract/errors'
import { shownText } from '../contract/shown-text'
import { chromiumDirectory } from './desktop/chromium-directory'
import { createConsent } from './desktop/consent'
import { createDesktopHandlers } from './desktop/desktop-handlers'
import { createDrawnFiles } from './desktop/drawn-files'
import { createGivenPaths } from './desktop/given-paths'
import { serveIpc } from './desktop/ipc'
import { systemKeyring } from './desktop/keyring'
import { lockContents, lockSession, silenceChromium } from './desktop/lockdown'
import { paintPictures } from './desktop/paint-pictures'
import { createPresence } from './desktop/presence'
import { registerAppScheme, serveApp } from './desktop/protocol'
import { quitInOrder } from './desktop/quit'
import { readRemembered, remember } from './desktop/remembered-settings'
import { createSessionNotices } from './desktop/session-notices'
import { showNotice } from './desktop/show-notice'
import { createStarting } from './desktop/starting'
import { startUtilityProcess } from './desktop/utility-process'
import { openWindow, outlive } from './desktop/window'
import { createHttpToken } from './http'
import { type RunningQuarry, startRuntime } from './runtime'
import { enforceEgress } from './safety'
import { dataDirectory, runtimePaths } from './system'

const projectDirectory = join(import.meta.dirname, '..', '..')
const dataFlag = process.argv.find((argument) => argument.startsWith('--data='))?.slice('--data='.length)
const rendererDirectory = join(projectDirectory, 'out', 'renderer')
const paths = runtimePaths(projectDirectory, dataDirectory(dataFlag))
const report = (error: unknown): void => console.error(shownText(inspect(error)))

enforceEgress('offline')
silenceChromium()
registerAppScheme()
app.enableSandbox()
app.setName('Quarry')
// The single-instance lock lies in userData: one window per data folder.
const userData = chromiumDirectory(paths.data)
app.setPath('userData', userData)
app.setPath('sessionData', userData)

const droppedPaths = (argv: readonly string[]): string[] =>
  argv
    .slice(1)
    .filter(
      (argument) =>
        isAbsolute(argument) && argument !== projectDirectory && !argument.startsWith(projectDirectory + sep),
    )

if (app.requestSingleInstanceLock({ paths: droppedPaths(process.argv) })) openApp()
else app.quit()

/** The page lays out what it was sent, and asks for the first sources, on the same cores. */
const layOutMs = 500

/** A window that does not get so far must not keep sessions from going on. */
const latestShownMs = 10_000 - layOutMs

/** The library is shown first, which needs the same cores; until a first question is typed the encoder has loaded. */
const warmUpDelayMs = 5000

function openApp(): void {
  let window: BrowserWindow | null = null
  const given = createGivenPaths()
  const drawn = createDrawnFiles()
  const consent = createConsent({
    async ask({ message, detail, buttons }, signal) {
      const cancelled = { defaultId: 1, cancelId: 1, ...(signal && { signal }) }
      const box = { type: 'warning' as const, message, detail, buttons: [...buttons], noLink: true, ...cancelled }
      const asked = window === null ? dialog.showMessageBox(box) : dialog.showMessageBox(window, box)
      return (await asked).response === 0
    },
    language: async () => (await starting.current()).settings.get().language,
    systemLocale: () => app.getLocale(),
  })
  const { promise: shown, resolve: noteShown } = firstShown()
  const tellOfSession = createSessionNotices({
    isSeen: () => window?.isFocused() === true,
    settings: async () => (await starting.current()).settings.get(),
    systemLocale: () => app.getLocale(),
    async titleOf(projectId, sessionId) {
      const { dispatch } = await starting.current()
      const listed = await dispatch('session.list', { projectId, input: {} })
      if (!listed.ok) return null
      const sessions = listed.value as ChannelOutput<'session.list'>
      return sessions.find(({ id }) => id === sessionId)?.title ?? null
    },
    show: showNotice,
    open(session) {
      focusWindow()
      void starting
        .current()
        .then(({ topics }) => topics.announce('openedSession', session))
        .catch(report)
    },
    onError: report,
  })
  // A failed start is told by the window itself: every call answers with the error that hindered it.
  const starting = createStarting(
    () =>
      startRuntime({
        paths,
        onBackgroundError: report,
        onStoreLost(error) {
          // The page asks for everything anew and is told why there is nothing, with a way to try again.
          starting.lose(error)
          window?.webContents.reload()
        },
        resumeSessions: true,
        shown: shown.then(() => delay(layOutMs)),
        keyring: systemKeyring,
        startProcess: startUtilityProcess,
        mayStartProgram: consent.mayStart,
        paintPictures: (pictures) => paintPictures(pictures, rendererDirectory),
        servesHttp: true,
        presence: createPresence(powerMonitor),
        onSessionEvent: tellOfSession,
      }),
    (attempt) => {
      attempt.catch(report)
      void followSettings(attempt)
    },
  )

  const focusWindow = (): void => {
    if (window === null) return
    if (window.isMinimized()) window.restore()
    window.show()
    window.focus()
  }
  const announceIntake = (dropped: readonly string[]): void => {
    if (dropped.length === 0) return
    void starting
      .current()
      .then(({ topics }) => topics.announce('intake', { tokens: given.give(dropped) }))
      .catch(report)
  }
  app.on('second-instance', (_event, _argv, _directory, extra) => {
    focusWindow()
    const { paths: dropped } = extra as { paths?: unknown }
    if (Array.isArray(dropped)) announceIntake(dropped.map(String))
  })
  app.on('web-contents-created', (_event, contents) => lockContents(contents))
  const quitting = quitInOrder(starting.current, () => window)

  void app.whenReady().then(() => {
    lockSession(session.defaultSession)
    serveApp(rendererDirectory)
    serveIpc({
      contents: () => window?.webContents ?? null,
      dispatch: drawn.guard(
        consent.guard(async (channel, envelope) => {
          try {
            return await (await starting.current()).dispatch(channel, envelope)
          } catch (error) {
            return { ok: false, error: toErrorShape(error) }
          }
        }),
      ),
      desktop: createDesktopHandlers({
        window: () => window,
        connection: async () => (await starting.current()).connection,
        given,
        rendererDirectory,
        httpToken: createHttpToken(paths.data),
        retryStart: starting.retry,
      }),
      given,
      subscribe: (subscription, listener) =>
        subscribeWhenStarted(starting.current(), subscription, (value) => {
          listener(value)
          if ('topic' in subscription && subscription.topic === 'library') noteShown()
        }),
    })
    window = openWindow(join(projectDirectory, 'out', 'preload', 'index.cjs'), readRemembered(userData))
    quitting.guard(window)
    outlive(window, drawn, report)
    setTimeout(noteShown, latestShownMs)
    window.on('closed', () => {
      window = null
    })
    // A start that failed has told so already.
    starting.current().then(
      ({ warmUp }) => void setTimeout(warmUp, warmUpDelayMs),
      () => undefined,
    )
    window.webContents.once('did-finish-load', () => announceIntake(droppedPaths(process.argv)))
  })
}

/** Resolves once the window has been sent its library. */
function firstShown(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = (): void => {}
  const promise = new Promise<void>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}

function subscribeWhenStarted(
  starting: Promise<RunningQuarry>,
  subscription: Subscription,
  listener: (value: unknown) => void,
): () => void {
  const cancellation = new AbortController()
  starting
    .then(({ topics }) => {
      if (cancellation.signal.aborted) return
      const stop = topics.subscribe(subscription, listener)
      cancellation.signal.addEventListener('abort', stop)
    })
    // Told by every call already.
    .catch(() => {})
  return () => cancellation.abort()
}

async function followSettings(starting: Promise<RunningQuarry>): Promise<void> {
  try {
    const { settings } = await starting
    const follow = (): void => {
      nativeTheme.themeSource = settings.get().theme
      remember(userData, settings.get())
    }
    settings.subscribe(follow)
    follow()
  } catch {
    // Told by every call already.
  }
}
