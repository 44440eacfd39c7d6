import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readLatex } from '../../../workers/readers/latex/latex'

const read = (text: string) =>
  readLatex({ text, name: 'paper.tex', language: null, encoding: 'utf-8', maxTextLength: 1e6 })
const lines = (text: string): string[] =>
  read(text)
    .text.split('\n')
    .filter((line) => line !== '')

it('reads a paper as its pages show it, with its title, authors and date', () => {
  const draft = read(String.raw`\documentclass[11pt]{article} % a comment
\usepackage{amsmath}
\newcommand{\mill}{\textsc{Mill}\xspace}
\newcommand{\speed}[2][stone]{#2 turns of a #1}
\newtheorem{law}{Law}
\title{How a Mill\thanks{Paid for by rye.} Grinds}
\author{Ada Grind\inst{1} \\ Rye \and Bo Fl\"our\inst{2}}
\date{May 2024}
\begin{document}
\maketitle
\begin{abstract}We grind.\end{abstract}
\section{Grinding}\label{sec:grind}
\mill does \speed{ninety} or \speed[wheel]{ten}, as
\emph{others} do~\cite[p.~3]{stone01,wheel02}; see Section~\ref{sec:grind}.\footnote{Not on Sundays.}
It costs 5\,\% --- ${'``'}less'' than \$2 in pages 3--5, na\"{\i}vely, M\"uller \& S{\o}n.

\paragraph{Why} Because $\alpha \leq \frac{1}{n}$ holds:
\begin{align}
  x_{i+1} &= x_i^2 \\
  y &\to \sqrt{2}
\end{align}
\begin{law}[Ada] All is ground.\end{law}
\end{document}
`)
  expect(draft.text.split('\n').filter((line) => line !== '')).toEqual([
    'How a Mill Grinds',
    'Abstract',
    'We grind.',
    'Grinding',
    'Mill does ninety turns of a stone or ten turns of a wheel, as others do [stone01, wheel02]; see Section [sec:grind]. It costs 5 % — “less” than $2 in pages 3–5, naïvely, Müller & Søn.',
    'Not on Sundays.',
    'Why. Because α ≤ 1/n holds: x_(i+1) = x_i^2; y → √2',
    'Law (Ada). All is ground.',
  ])
  expect(draft.title).toBe('How a Mill Grinds')
  expect(draft.headings.map(({ level, text }) => [level, text])).toEqual([
    [1, 'How a Mill Grinds'],
    [2, 'Abstract'],
    [2, 'Grinding'],
  ])
  expect(draft.metadata).toEqual({ fields: { authors: ['Ada Grind', 'Bo Flöur'], date: 'May 2024' } })
})

it('reads lists with their numbers and terms, and what stands under an item', () => {
  const list = String.raw`\begin{enumerate}
\item Close it.
\begin{itemize} \item Gently. \end{itemize}
\item Lift it.
\end{enumerate}
\begin{description}\item[--fine] Grinds twice.\item[Rye:] A grain.\end{description}`
  expect(lines(list)).toEqual(['1. Close it.', 'Gently.', '2. Lift it.', '--fine: Grinds twice.', 'Rye: A grain.'])
})

it('reads tables by their columns, and what stands on each page of one once', () => {
  const table = String.raw`\begin{table}\centering\caption[Short]{Hours of \emph{rye}}
\begin{tabular}{l|r@{ }r}\toprule Grain & Hours \\ \midrule Rye & 3 \\[2pt] \multicolumn{1}{c}{Oats} & 4\\ \bottomrule
\end{tabular}\end{table}
\begin{longtable}{ll}\caption{All}\\ A & B \\ \endfirsthead \caption{All, again}\\ A & B \\ \endhead x & 1 \\ y & 2 \end{longtable}`
  expect(lines(table)).toEqual([
    'Table: Hours of rye',
    'Grain: Rye; Hours: 3',
    'Grain: Oats; Hours: 4',
    'Table: All',
    'A: x; B: 1',
    'A: y; B: 2',
  ])
})

it('keeps code as it is written, and leaves pictures and settings out', () => {
  const code = '\\begin{lstlisting}[language=C]\nint a; % 5\n  return;\n\\end{lstlisting}\nUse \\verb|a{b|.'
  const picture =
    '\\begin{figure}[h]\\includegraphics[width=1cm]{a}\\vspace{-2mm}\\caption{A stone}\\label{f}\\end{figure}'
  expect(lines(`${code}\n\n${picture}\n\\begin{tikzpicture}\\draw (0,0);\\end{tikzpicture}\n\\rule{1cm}{2pt}`)).toEqual(
    ['int a; % 5', '  return;', 'Use a{b.', 'Figure: A stone'],
  )
})

it('joins lines of Chinese without a space, and shows commands that another file defines by their names', () => {
  expect(lines('选题背\n景。\n建议 \\sys{} 与 \\sysname 很快。\n\n\\pagehead\n\n\\keyword{石}磨')).toEqual([
    '选题背景。建议 sys 与 sysname 很快。',
    '石磨',
  ])
})

it('calls parts of a Chinese document as its pages do', () => {
  const text =
    '\\begin{abstract}磨坊研磨谷物。\\end{abstract}\n\\begin{thm}石磨转动。\\end{thm}\\begin{figure}\\caption{石\\footnote{玄武岩。}}\\end{figure}'
  expect(lines(text)).toEqual(['摘要', '磨坊研磨谷物。', '定理. 石磨转动。', '图: 石', '玄武岩。'])
})

it('has a title of its own only where the file says one, or begins with a chapter', () => {
  expect(read('\\chapter{Stones}\nText.').title).toBe('Stones')
  expect(read('Text.\n\\section{Stones} More.').title).toBeNull()
})

describe('text that is cut off or made to hurt', () => {
  const pieces =
    String.raw`\section{ \begin{itemize} \end{itemize} \item \begin{tabular}{ll} \end{tabular} & \\ { } [ ] $ $$ \( \) \[ \] % \cite{ \footnote{
    \def\a{\a\a} \a \newcommand{\b}[1]{#1\b{#1}} \b{x} \begin{verbatim} \end{verbatim} \verb| | \frac{ \title{ \begin{document} \" \' ~ word 石 "`.split(
      /\s+/,
    )
  const mixed = fc
    .array(fc.oneof(fc.constantFrom(...pieces, '\n', '\n\n', ' '), fc.string({ maxLength: 3 })), { maxLength: 60 })
    .map((parts) => parts.join(''))

  it('comes to blocks in their order, within the text', () => {
    fc.assert(
      fc.property(mixed, (text) => {
        const { text: read1, blocks } = read(text)
        let end = 0
        for (const block of blocks) {
          expect(block.start).toBeGreaterThanOrEqual(end)
          expect(block.end).toBeGreaterThan(block.start)
          end = block.end
        }
        expect(end).toBeLessThanOrEqual(read1.length)
      }),
      { numRuns: 1000 },
    )
  })

  it.each([
    '{',
    '\\a{',
    '\\section{',
    '\\footnote{',
    '$',
    '\\(',
    '[',
    '\\item[',
    '\\begin{a}',
    '\\end{a}',
    '\\begin{tabular}',
    '\\begin{verbatim}',
    '\\verb|',
    '%',
    '\\',
    '&',
    '\\\\',
    '\n',
    '\\frac{',
    '$\\frac{',
    '\\def\\a{\\a\\a}\\a',
    '\\"',
    '\\cite{a',
  ])('ends soon, of nothing but %j', (piece) => {
    expect(read(`Begin. ${piece.repeat(Math.ceil(100_000 / piece.length))}`).text).toContain('Begin')
  })
})
