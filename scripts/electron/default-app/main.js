/**
 * The app inside a bare Electron runtime: loads the app named on the command line, as Electron's own
 * default app does (`electron [-r MODULE] PATH`). Playwright and `electron .` rely on exactly this.
 */
import { existsSync, readFileSync } from 'node:fs'
import { createRequire, Module } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { app } from 'electron'

const { file, modules } = readArguments(process.argv.slice(1))
if (file === undefined) {
  process.stderr.write('Usage: electron [-r MODULE]… PATH\n')
  process.exit(1)
}
Object.defineProperty(process, 'defaultApp', { configurable: false, enumerable: true, value: true })
for (const module of modules) createRequire(join(process.cwd(), 'package.json'))(module)

const packagePath = resolve(file)
const description = readDescription(packagePath)
if (description?.version) app.setVersion(description.version)
const name = description?.productName ?? description?.name
if (name) {
  app.setName(name)
  app.setDesktopName(`${name}.desktop`)
}
// Resolves a folder by its package.json, a file as it is.
const entry = Module._resolveFilename(packagePath, null, true)
app.setAppPath(description ? packagePath : dirname(entry))
// Awaited at the top level: Electron holds the ready event back until then, as ES modules need.
await import(pathToFileURL(entry).href)

/** @param {string[]} argv */
function readArguments(argv) {
  const modules = []
  for (let index = 0; index < argv.length; index += 1) {
    const argument = argv[index]
    if (argument === '-r' || argument === '--require') {
      index += 1
      modules.push(argv[index])
    } else if (argument.startsWith('--app=')) {
      return { file: argument.slice('--app='.length), modules }
    } else if (!argument.startsWith('-')) {
      return { file: argument, modules }
    }
  }
  return { file: undefined, modules }
}

/** @param {string} packagePath */
function readDescription(packagePath) {
  const path = join(packagePath, 'package.json')
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined
}
