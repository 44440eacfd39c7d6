/** A small two-page PDF in Helvetica, so that the viewer has something real to draw. */
export function pdfFixture(): Uint8Array<ArrayBuffer> {
  const page = (lines: readonly string[]): string =>
    `BT /F1 11 Tf 15 TL 72 720 Td ${lines.map((line) => `(${line.replace(/[()\\]/g, '\\$&')}) '`).join(' ')} ET`
  const pages = [
    page(['Theory of stagnation point heat transfer', 'in dissociated air', '', 'J. A. Fay and F. R. Riddell']),
    page([
      'The boundary layer equations are developed in general for the case of very high',
      'speed flight where the external flow is in a dissociated state.',
      '',
      'In particular the effects of diffusion and of atom recombination in the boundary',
      'layer are included, and for a cold wall the heat transfer is found to depend on the',
      'velocity gradient at the stagnation point.',
      '',
      'It is shown that at the usual recombination rates the boundary layer is far from',
      'equilibrium, and that a catalytic wall is heated as if it were in equilibrium.',
    ]),
  ]
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 >>',
    ...pages.map(
      (_, index) =>
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${index + 6} 0 R /Resources << /Font << /F1 5 0 R >> >> >>`,
    ),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...pages.map((content) => `<< /Length ${content.length} >>\nstream\n${content}\nendstream`),
  ]
  let text = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const at = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return at
  })
  const xref = text.length
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`
  text += offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('')
  text += `trailer << /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${xref}\n%%EOF`
  return new TextEncoder().encode(text)
}
