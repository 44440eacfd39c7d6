import { withHiddenPage } from './hidden-page'

/** The window's fonts, which know Chinese on a system that has none of its own. */
const printFonts =
  'body{font-family:"Source Serif 4 Variable","Noto Serif SC Variable",serif}.place,footer,table,dl,.chart,.mark,small{font-family:"Inter Variable","Noto Sans SC Variable",sans-serif}'

/** Prints a page of ours as A4, with its headings as an outline and its links kept. */
export const printPdf = (html: string, rendererDirectory: string): Promise<Uint8Array> =>
  withHiddenPage({ html, style: printFonts, rendererDirectory }, async (contents) => {
    // A font is fetched once a layout needs it.
    const ready = 'document.body.offsetHeight; document.fonts.ready.then(() => true)'
    await contents.executeJavaScriptInIsolatedWorld(1, [{ code: ready }])
    return contents.printToPDF({
      pageSize: 'A4',
      printBackground: true,
      generateTaggedPDF: true,
      generateDocumentOutline: true,
      displayHeaderFooter: true,
      headerTemplate: '<span></span>',
      footerTemplate:
        '<div style="width:100%;text-align:center;font:8px sans-serif;color:#6b6861"><span class="pageNumber"></span> / <span class="totalPages"></span></div>',
      margins: { top: 0.6, bottom: 0.7, left: 0.6, right: 0.6 },
    })
  })
