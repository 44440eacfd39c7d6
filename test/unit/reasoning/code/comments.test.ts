import { describe, expect, it } from 'vitest'
import { partsOf, sentencesOf, standsInCode } from '../../../../main/reasoning/code/comments'

const told = (text: string) => {
  const { comment, signature } = partsOf(text)
  return { sentences: sentencesOf(comment), signature }
}

describe('comments of code', () => {
  it.each([
    [
      '// Mount attaches a router\n// along a path.\n//\n// See Route.\nfunc (mx *Mux) Mount(pattern string) {\n\tx()\n}',
      ['Mount attaches a router along a path.', 'See Route.'],
      'func (mx *Mux) Mount(pattern string)',
    ],
    [
      '/**\n * Skips {@link Token tokens}<p>of <code>JSON</code>.\n *\n * @throws IOException never\n */\n@Deprecated\npublic void skip(\n    int a,\n    int b) throws IOException {',
      ['Skips Token tokens of JSON .', '@throws IOException never'],
      'public void skip( int a, int b) throws IOException',
    ],
    [
      '@property\ndef size(self, unit: str = "k") -> int:\n    """Size in bytes.\n\n    :rtype: int\n    """\n    return 1',
      ['Size in bytes.', ':rtype: int'],
      'def size(self, unit: str = "k") -> int',
    ],
    ['/// Adds one.\n#[inline]\npub fn push(&mut self) -> usize {', ['Adds one.'], 'pub fn push(&mut self) -> usize'],
    ['/* Frees. */\nvoid f(int *p)\n{', ['Frees.'], 'void f(int *p)'],
    ['const f = async (a: {b: number}) => {\n}', [], 'const f = async (a: {b: number}) =>'],
  ])('%s', (text, sentences, signature) => {
    expect(told(text)).toEqual({ sentences, signature })
    for (const sentence of sentences) expect(standsInCode(sentence, text)).toBe(true)
  })

  it('holds no sentence that is not there, however marks are folded', () => {
    expect(standsInCode('Frees nothing.', '/* Frees. */\n/* nothing. */')).toBe(false)
  })

  it('takes a comment that never ends, and nothing, for what they are', () => {
    expect(told('/** open')).toEqual({ sentences: ['open'], signature: '' })
    expect(told('')).toEqual({ sentences: [], signature: '' })
  })
})
