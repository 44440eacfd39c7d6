import { app, type Session, type WebContents } from 'electron'
import { noteAttempt } from '../connections'
import { appOrigin, appScheme } from './protocol'

/** Chromium's own calls home: off, so that the window process opens no socket either. Must run before ready. */
export function silenceChromium(): void {
  for (const flag of [
    'disable-background-networking',
    'disable-component-update',
    'disable-domain-reliability',
    'disable-sync',
    'no-pings',
    'disable-quic',
    'dns-prefetch-disable',
  ]) {
    app.commandLine.appendSwitch(flag)
  }
  app.commandLine.appendSwitch(
    'disable-features',
    // The last one: to hide addresses of this machine from pages, WebRTC would ask for names by multicast.
    'MediaRouter,DialMediaRouteProvider,OptimizationHints,AutofillServerCommunication,WebRtcHideLocalIpsWithMdns',
  )
  app.commandLine.appendSwitch('host-resolver-rules', 'MAP * ~NOTFOUND')
}

const allowedSchemes = new Set([`${appScheme}:`, 'blob:', 'data:', 'devtools:'])

/** The window's session: no request leaves the app's own scheme, no permission is granted. */
export function lockSession(session: Session): void {
  session.webRequest.onBeforeRequest((details, answer) => {
    const { protocol, hostname, port } = new URL(details.url)
    const isAllowed = allowedSchemes.has(protocol)
    if (!isAllowed) {
      noteAttempt({
        at: new Date().toISOString(),
        kind: 'connection',
        host: hostname,
        port: port === '' ? null : Number(port),
        decision: 'refused',
        by: 'window',
      })
    }
    answer({ cancel: !isAllowed })
  })
  session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false))
  session.setPermissionCheckHandler(() => false)
  session.on('will-download', (event) => event.preventDefault())
  session.setSpellCheckerEnabled(false)
}

/** No navigation, no new windows, no embedded pages, and no way out that passes the session's requests by. */
export function lockContents(contents: WebContents): void {
  const refuse = (event: { preventDefault(): void }): void => event.preventDefault()
  contents.on('will-navigate', (event) => {
    if (!event.url.startsWith(`${appOrigin}/`)) refuse(event)
  })
  contents.on('will-redirect', refuse)
  contents.on('will-attach-webview', refuse)
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp')
  contents.setWindowOpenHandler(() => ({ action: 'deny' }))
}
