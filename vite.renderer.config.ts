import { createReadStream, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import type { Plugin, UserConfig } from 'vite'

/** What pdf.js fetches while it draws: character maps, the standard fonts, and its image decoders. */
const pdfjsFolders = ['cmaps', 'standard_fonts', 'wasm'] as const

/**
 * Serves pdf.js's own files under `pdfjs/` of our origin, in development and in the bundle alike: nothing is
 * fetched from elsewhere, and names stay as pdf.js asks for them.
 */
function pdfjsFiles(): Plugin {
  const root = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))
  return {
    name: 'quarry:pdfjs-files',
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const match = /^\/pdfjs\/(cmaps|standard_fonts|wasm)\/([\w.-]+)$/.exec(request.url ?? '')
        if (!match?.[1] || !match[2]) return next()
        createReadStream(join(root, match[1], match[2]))
          .on('error', () => next())
          .pipe(response)
      })
    },
    generateBundle() {
      for (const folder of pdfjsFolders) {
        for (const name of readdirSync(join(root, folder))) {
          this.emitFile({
            type: 'asset',
            fileName: `pdfjs/${folder}/${name}`,
            source: readFileSync(join(root, folder, name)),
          })
        }
      }
    },
  }
}

/** The window's bundle. Chromium 130 is what the oldest supported Electron runtime brings. */
const rendererConfig = {
  root: join(import.meta.dirname, 'renderer'),
  base: './',
  resolve: { alias: { '@shown': join(import.meta.dirname, 'renderer/ui/shown') } },
  plugins: [react({ jsxImportSource: '@shown' }), tailwindcss(), pdfjsFiles()],
  build: {
    target: 'chrome130',
    // A strict content security policy knows no data: fonts or scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Half of the code to read and parse at each start.
    minify: true,
    outDir: join(import.meta.dirname, 'out/renderer'),
    emptyOutDir: true,
    chunkSizeWarningLimit: 1500,
    rollupOptions: { input: { index: join(import.meta.dirname, 'renderer/index.html') } },
  },
  worker: { format: 'es' },
} satisfies UserConfig

export default rendererConfig
