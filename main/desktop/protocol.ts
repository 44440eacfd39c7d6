import { readFileSync } from 'node:fs'
import { extname, join, normalize, sep } from 'node:path'
import { protocol } from 'electron'

export const appScheme = 'quarry'
export const appOrigin = `${appScheme}://app`

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
  '.bcmap': 'application/octet-stream',
  '.pfb': 'application/octet-stream',
  '.ttf': 'font/ttf',
}

/**
 * Nothing is loaded but what ships with the window. Style attributes are set through the CSSOM, which the policy
 * does not touch; `wasm-unsafe-eval` is for the image decoders of pdf.js; pages of PDFs are drawn from blobs.
 */
export const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data: blob:",
  "worker-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "webrtc 'block'",
].join('; ')

/** Must run before the app is ready. */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: appScheme, privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ])
}

/** The file of a request inside the window's folder, or null where the URL points outside of it. */
export function fileOfRequest(url: string, rendererDirectory: string): string | null {
  const { host, pathname } = new URL(url)
  if (host !== 'app') return null
  let path: string
  try {
    path = decodeURIComponent(pathname)
  } catch {
    return null
  }
  if (path.includes('\0')) return null
  const file = normalize(join(rendererDirectory, path === '/' ? 'index.html' : path))
  return file.startsWith(rendererDirectory + sep) ? file : null
}

/** No file of that name; also where it is a folder, below a file, or too long. */
const absent = new Set(['ENOENT', 'EISDIR', 'ENOTDIR', 'ENAMETOOLONG'])

/** Serves the window's own files and nothing else. */
export function serveApp(rendererDirectory: string): void {
  protocol.handle(appScheme, ({ url }) => answerWithFile(url, rendererDirectory))
}

/** A file of the window's folder, or 404. */
export function answerWithFile(url: string, rendererDirectory: string): Response {
  const file = fileOfRequest(url, rendererDirectory)
  if (file === null) return new Response('Not found', { status: 404 })
  try {
    // At once: while the window opens a turn of the event loop takes longer than these files, a megabyte at most.
    const body = readFileSync(file)
    return new Response(new Uint8Array(body), {
      headers: {
        'content-type': contentTypes[extname(file)] ?? 'application/octet-stream',
        'content-security-policy': contentSecurityPolicy,
        'x-content-type-options': 'nosniff',
      },
    })
  } catch (error) {
    if (absent.has((error as NodeJS.ErrnoException).code ?? '')) return new Response('Not found', { status: 404 })
    throw error
  }
}
