import { describe, expect, it } from 'vitest'
import { readSourceCode } from '../../../workers/readers/source-code'

/** Symbols as `name first–last line`, members indented by their level. */
function symbols(language: string, text: string): string[] {
  const draft = readSourceCode({ text, name: 'a', language, encoding: null, maxTextLength: 1e6 })
  const lineAt = (at: number): number => draft.text.slice(0, at).split('\n').length
  return draft.headings.map(
    ({ level, text: name, start, end }) => `${'  '.repeat(level - 1)}${name} ${lineAt(start)}–${lineAt(end ?? start)}`,
  )
}

describe('where symbols of code begin and end', () => {
  it.each([
    [
      'python',
      '@cache(\n    size=3,\n)\ndef load(\n    path,\n) -> str:\n    """Reads.\n\nclass Nothing:\n    """\n    return path\n\nx = 1\n\nclass A:\n    class B:\n        def c(self):\n            pass\n\n    def d(self):\n        pass\n',
      ['load 1–11', 'A 15–21', '  B 16–18', '    c 17–18', '  d 20–21'],
    ],
    [
      'go',
      '// Serve answers.\n//\n// Twice.\nfunc (s *Server) Serve(\n\tw Writer,\n) error {\n\treturn nil\n}\n\ntype Walk func(string) error\n\nfunc next() {}\n',
      ['Serve 1–8', 'Walk 10–10', 'next 12–12'],
    ],
    [
      'c',
      '/* License\nint nothing(int a) {\n*/\n\n/* Frees it. */\nvoid\nskipped;\nstatic struct node *find(struct node *n,\n                         int k) {\n#ifdef X\n  if (n) {\n#else\n  if (k) {\n#endif\n  }\nerror:\n  return n;\n}\nint last(void)\n{\n  return 1;\n}\n',
      ['find 8–18', 'last 19–22'],
    ],
    [
      'typescript',
      "export const f = async ({\n\ta,\n}: Props) => {\n\treturn `\n}\nconst nothing = () => {\n`\n}\n\nexport type T =\n\t| 'a'\n\t| 'b'\n\nclass C {\n\tm(a: number): void {\n\t}\n}\n",
      ['f 1–8', 'T 10–12', 'C 14–17', '  m 15–16'],
    ],
    [
      'rust',
      'impl<T> Stack<T>\nwhere\n    T: Copy,\n{\n    /// Adds one.\n    #[inline]\n    pub fn push(&mut self) {\n    }\n}\n\nmod tests {\n    struct Inner;\n    fn works() {}\n}\n',
      ['Stack 1–9', '  push 5–8', 'tests 11–14', '  Inner 12–12', '  works 13–13'],
    ],
    [
      'java',
      'public final class A {\n  /** Gives b. */\n  @Override\n  public String b(int c)\n      throws IOException {\n    return "";\n  }\n\n  private static class D {\n    void e() {}\n  }\n}\n',
      ['A 1–12', '  b 2–7', '  D 9–11', '    e 10–10'],
    ],
    [
      'rust',
      'impl Flag for Help {\n    fn doc(&self) -> &str {\n        r"\nAt the margin: \\\n"\n    }\n    fn raw(&self) -> &str {\n        r#"a "b\n} c"#\n    }\n    fn quote(&self) -> char { \'"\' }\n}\n',
      ['Help 1–12', '  doc 2–6', '  raw 7–10', '  quote 11–11'],
    ],
    [
      'c',
      'static int\nnamed (int a,\n       int b)\n{\n  return 1;\n}\nstruct node *next(struct node *n) {\n  struct node *x = find(n);\n  return x;\n}\nstatic int one(void) { return 1; }\n',
      ['named 2–6', 'next 7–10', 'one 11–11'],
    ],
    [
      'java',
      'class Box {\n  Box(int a) {\n    super(a);\n  }\n\n  static <T> List<T> of(T one) {\n    return null;\n  }\n\n  abstract T read(In in) throws IOException;\n\n  int x = make();\n  boolean isEmpty() { return x == 0; }\n}\n',
      ['Box 1–14', '  Box 2–4', '  of 6–8', '  read 10–10', '  isEmpty 13–13'],
    ],
    [
      'typescript',
      'class A {\n\toverride m(a: () => void): void { // why\n\t\tif (a) {\n\t\t}\n\t}\n\n\tasync n<T>(a: T): Promise<T> {\n\t}\n}\n',
      ['A 1–9', '  m 2–5', '  n 7–8'],
    ],
    [
      'python',
      'class A:\n    """\n    Holds things.\n    """\n    def b(self):\n        """Gives one."""\n        return 1\n\n    # Gives two.\n    def c(self):\n        return 2\n',
      ['A 1–11', '  b 5–7', '  c 9–11'],
    ],
  ])('%s', (language, text, expected) => {
    expect(symbols(language, text)).toEqual(expected)
  })

  it('ends what a cut file leaves open with its last line', () => {
    expect(symbols('go', 'func a() {\n\tif x {\n')).toEqual(['a 1–2'])
    expect(symbols('python', 'def a():\n    """never closed\n')).toEqual(['a 1–2'])
  })
})
