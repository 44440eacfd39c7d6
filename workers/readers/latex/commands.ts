const names = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/))

/** A name without the star that only changes how it is set. */
export const unstarred = (name: string): string => (name.length > 1 ? name.replace(/\*$/, '') : name)

/** Level of the heading that a command makes. */
export const headingLevels: ReadonlyMap<string, number> = new Map(
  Object.entries({
    part: 1,
    chapter: 1,
    section: 2,
    subsection: 3,
    subsubsection: 4,
    frametitle: 3,
  }),
)

/** Commands that show nothing, with whatever they are given. */
export const silentWithArguments = names(`
  documentclass usepackage RequirePackage PassOptionsToPackage label index glossary vspace hspace vskip hskip includegraphics input
  include includeonly subfile bibliography bibliographystyle addbibresource pagestyle thispagestyle setlength addtolength setcounter
  addtocounter stepcounter refstepcounter newcounter newlength geometry hypersetup graphicspath pagenumbering newenvironment
  renewenvironment definecolor colorlet color pagecolor captionsetup lstset tikzset usetikzlibrary pgfplotsset sisetup
  DeclareMathOperator theoremstyle newcolumntype rule phantom hphantom vphantom cline cmidrule thanks email orcid ccsdesc
  addcontentsline markboth markright fontsize selectlanguage nocite hyphenation numberwithin allowdisplaybreaks crefname Crefname
  affiliation affil institute inst orcidID orcidlink footnotemark address keywords acmConference acmYear acmISBN acmDOI acmBooktitle acmPrice acmJournal setcopyright
  copyrightyear received titlerunning authorrunning urldef usetheme usecolortheme setbeamertemplate tikz newacronym
  DeclareGraphicsExtensions DeclareUnicodeCharacter setmainfont enlargethispage looseness subjclass
  newif IfFileExists pdfoutput rowcolor cellcolor columncolor todo noopsort sethlcolor linespread setstretch
`)

/** Commands that show nothing by themselves: they set how the text looks, or are parts of a page. */
export const silent = names(`
  bf it em rm sf tt sc sl bfseries mdseries itshape slshape scshape upshape rmfamily sffamily ttfamily normalfont tiny scriptsize
  footnotesize small normalsize large Large LARGE huge Huge centering raggedright raggedleft justifying noindent indent clearpage
  newpage pagebreak nopagebreak cleardoublepage nolinebreak tableofcontents listoffigures listoftables hline toprule midrule
  bottomrule appendix bigskip medskip smallskip hfill vfill hrulefill dotfill protect relax
  displaystyle textstyle nonumber notag qed qedhere frontmatter mainmatter backmatter sloppy fussy onecolumn twocolumn balance fi
  else or ignorespaces unskip null strut leavevmode makeatletter makeatother printbibliography printindex makeindex
  global long outer expandafter noexpand begingroup endgroup bgroup egroup boldmath unboldmath flushbottom raggedbottom pause
  titlepage doublespacing singlespacing onehalfspacing onslide hss hfil vfil ! @
`)

/** How many arguments stand before the one that is shown. */
export const hiddenBefore: ReadonlyMap<string, number> = new Map(
  Object.entries({
    textcolor: 1,
    colorbox: 1,
    parbox: 1,
    raisebox: 1,
    scalebox: 1,
    rotatebox: 1,
    foreignlanguage: 1,
    adjustbox: 1,
    href: 1,
    hyperlink: 1,
    hypertarget: 1,
    resizebox: 2,
    multirow: 2,
  }),
)

/** Environments whose content is no text. */
export const skippedEnvironments = names(
  'comment tikzpicture pgfpicture picture pspicture tikzcd filecontents filecontents* CCSXML asy axis circuitikz',
)
/** Environments that are shown as they are written. */
export const verbatimEnvironments = names(
  'verbatim verbatim* Verbatim BVerbatim lstlisting minted alltt algorithmic algorithmic* code semiverbatim',
)
/** Environments of mathematics, without their star. */
export const mathEnvironments = names(
  'equation align gather multline eqnarray displaymath math flalign alignat dmath IEEEeqnarray subequations',
)
/** Environments that are tables, without their star. */
export const tableEnvironments = names('tabular tabularx tabulary longtable tabu array supertabular xltabular')
export const listEnvironments = names(
  'itemize enumerate description compactitem compactenum compactdesc inparaenum inparaitem list trivlist asparaenum asparaitem',
)
/** Environments that begin with an argument that is no text. */
export const environmentsWithArgument = names(
  'minipage multicols wrapfigure wraptable subfigure subtable adjustbox thebibliography spacing addmargin column varwidth list',
)

/** What theorems and the like are called where the document does not say it. */
export const theorems: ReadonlyMap<string, string> = new Map(
  [
    'Theorem thm theorem',
    'Lemma lem lemma',
    'Proposition prop proposition',
    'Corollary cor corollary',
    'Definition def defn definition',
    'Remark rem rmk remark',
    'Example ex eg example',
    'Proof proof',
    'Claim claim',
    'Conjecture conj conjecture',
    'Assumption assumption',
    'Axiom axiom',
    'Problem problem',
    'Exercise exercise',
    'Question question',
    'Note note',
    'Fact fact',
    'Observation observation',
    'Hypothesis hypothesis',
    'Notation notation',
  ].flatMap((line) => {
    const [shown = '', ...written] = line.split(' ')
    return written.map((name) => [name, shown] as const)
  }),
)

/** What is set before a part of a document in Chinese. */
export const chineseNames: ReadonlyMap<string, string> = new Map(
  `Abstract:摘要 References:参考文献 Figure:图 Table:表 Algorithm:算法 Listing:代码 Theorem:定理 Lemma:引理 Proposition:命题 Corollary:推论
  Definition:定义 Remark:注 Example:例 Proof:证明 Claim:断言 Conjecture:猜想 Assumption:假设 Axiom:公理 Problem:问题 Exercise:习题
  Question:问题 Note:注 Fact:事实 Observation:观察 Hypothesis:假设 Notation:记号`
    .split(/\s+/)
    .map((pair) => pair.split(':') as [string, string]),
)

/** What a caption belongs to, by the environment that it stands in. */
export const captioned: ReadonlyMap<string, string> = new Map(
  Object.entries({
    figure: 'Figure',
    wrapfigure: 'Figure',
    table: 'Table',
    wraptable: 'Table',
    longtable: 'Table',
    algorithm: 'Algorithm',
    listing: 'Listing',
  }),
)
