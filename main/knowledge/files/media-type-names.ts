import { extname } from 'node:path'
import type { MediaType } from '../../../contract/library/source'

const typesByExtension: Readonly<Record<MediaType, string>> = {
  markdown: 'md markdown mdown mkd mdx',
  text: 'txt text log rst org tex adoc asciidoc',
  html: 'html htm xhtml',
  pdf: 'pdf',
  docx: 'docx',
  table: 'csv tsv',
  email: 'eml emlx mbox mbx',
  slides: 'pptx odp',
  book: 'epub',
  notebook: 'ipynb',
  rtf: 'rtf',
  odt: 'odt',
  workbook: 'xlsx xlsm ods',
  references: 'bib bibtex ris',
  image: 'png jpg jpeg webp',
  json: 'json jsonl ndjson geojson',
  code: 'js mjs cjs jsx ts mts cts tsx py rb go rs java kt kts scala c h cc cpp cxx hpp hh cs swift m mm php pl lua r jl sh bash zsh fish ps1 sql css scss less vue svelte hs ml ex exs erl clj dart groovy yaml yml toml ini proto graphql',
}

/**
 * Content that no reader reads, and images, that fill people's folders: passed over by name, without opening the file. An
 * image that is added itself is read.
 */
const unreadableExtensions = new Set(
  `png jpg jpeg gif webp avif bmp ico icns tif tiff heic heif raw cr2 nef psd ai sketch fig svg
   mp3 m4a aac wav flac ogg opus wma mp4 m4v mov avi mkv webm wmv flv
   zip gz tgz bz2 xz zst 7z rar tar jar war iso dmg pkg deb rpm msi apk appimage
   exe dll so dylib a lib bin wasm node onnx gguf safetensors pt pth pb h5 npy npz parquet arrow
   ttf otf woff woff2 eot db sqlite sqlite3 mdb pst ost blend stl obj fbx glb map`
    .split(/\s+/)
    .map((extension) => `.${extension}`),
)

const byExtension = new Map<string, MediaType>(
  (Object.entries(typesByExtension) as [MediaType, string][]).flatMap(([type, extensions]) =>
    extensions.split(' ').map((extension) => [`.${extension}`, type] as [string, MediaType]),
  ),
)

/** The type that a file's name promises; null where the name says nothing. The reader decides by content. */
export function mediaTypeOfName(name: string): MediaType | null {
  return byExtension.get(extname(name).toLowerCase()) ?? null
}

/** Whether a file's name alone says that no reader reads it. */
export function isUnreadableName(name: string): boolean {
  return unreadableExtensions.has(extname(name).toLowerCase())
}
