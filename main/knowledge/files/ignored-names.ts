/**
 * Names that a person does not mean when dropping a folder: dependencies, build results, caches, and the
 * leavings of editors and systems. Compared in lower case.
 */
const ignoredFolders = new Set([
  'node_modules',
  'bower_components',
  'jspm_packages',
  '__pycache__',
  'site-packages',
  'venv',
  'virtualenv',
  'target',
  'dist',
  'out',
  'build',
  'coverage',
  'deriveddata',
  '__macosx',
  '$recycle.bin',
  'system volume information',
])

/** `target`, `build`, `dist` and `out` are junk beside one of these, and may be a person's own folder elsewhere. */
const ambiguousFolders = new Set(['target', 'dist', 'out', 'build', 'coverage', 'venv'])

const projectFiles = new Set([
  'package.json',
  'cargo.toml',
  'pom.xml',
  'build.gradle',
  'build.gradle.kts',
  'settings.gradle',
  'cmakelists.txt',
  'makefile',
  'pyproject.toml',
  'setup.py',
  'requirements.txt',
  'go.mod',
  'tsconfig.json',
  'composer.json',
  '.git',
])

/** What Sphinx lays beside the pages that it makes: their sources once more, and its programs. */
const sphinxFolders = new Set(['_sources', '_static'])
const sphinxFiles = ['searchindex.js', 'objects.inv', 'genindex.html']

const ignoredFiles = new Set([
  // Of makers of manuals: words for a search in the browser.
  'searchindex.js',
  'searchindex.json',
  'objects.inv',
  'thumbs.db',
  'desktop.ini',
  'icon\r',
  'package-lock.json',
  'yarn.lock',
  'pnpm-lock.yaml',
  'npm-shrinkwrap.json',
  'cargo.lock',
  'poetry.lock',
  'composer.lock',
  'go.sum',
  // Programs' lists of MCP servers carry tokens: dropped by themselves they become servers, never text to be quoted.
  'mcp.json',
  'mcp_config.json',
  'mcp_settings.json',
  'mcpservers.json',
  'claude_desktop_config.json',
])

/** Office lock files (`~$x.docx`), editor backups, half-finished downloads, and what a program made small of another file. */
const ignoredFilePattern =
  /^~\$|~$|\.(?:tmp|temp|bak|swp|swo|part|partial|crdownload|download|lock|pyc|class|o|obj|min\.js|min\.css)$/i

/** Whether a folder met below a dropped one is passed over. `siblings` are the lower-case names beside it. */
export function isIgnoredFolder(name: string, siblings: ReadonlySet<string>): boolean {
  const lower = name.toLowerCase()
  if (lower.startsWith('.')) return true
  if (sphinxFolders.has(lower)) return sphinxFiles.some((file) => siblings.has(file))
  if (!ignoredFolders.has(lower)) return false
  return !ambiguousFolders.has(lower) || hasProjectFile(siblings)
}

/** Whether a file met below a dropped folder is passed over for its name alone. */
export function isIgnoredFile(name: string): boolean {
  return name.startsWith('.') || ignoredFiles.has(name.toLowerCase()) || ignoredFilePattern.test(name)
}

function hasProjectFile(siblings: ReadonlySet<string>): boolean {
  for (const file of projectFiles) if (siblings.has(file)) return true
  return false
}
