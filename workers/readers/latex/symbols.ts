const pairs = (table: string): ReadonlyMap<string, string> =>
  new Map(
    table
      .trim()
      .split(/\s+/)
      .map((pair) => pair.split(':') as [string, string]),
  )

/** Commands of running text that stand for a character. */
export const textSymbols = pairs(`
  ss:ß ae:æ AE:Æ oe:œ OE:Œ o:ø O:Ø l:ł L:Ł aa:å AA:Å i:ı j:ȷ dh:ð DH:Ð th:þ TH:Þ
  S:§ P:¶ copyright:© pounds:£ euro:€ EUR:€ texteuro:€ dag:† ddag:‡ ldots:… dots:… textellipsis:… LaTeX:LaTeX TeX:TeX
  BibTeX:BibTeX LaTeXe:LaTeX textendash:– textemdash:— textquoteleft:‘ textquoteright:’ textquotedblleft:“ textquotedblright:”
  textbackslash:\\ textasciitilde:~ textasciicircum:^ textbar:| textless:< textgreater:> textbullet:• textdegree:° degree:°
  textmu:µ texttrademark:™ textregistered:® textcopyright:© textunderscore:_ textdollar:$ textpercent:% textpm:± texttimes:×
  lbrack:[ rbrack:] guillemotleft:« guillemotright:» og:« fg:» slash:/ textsection:§ checkmark:✓ &:& %:% $:$ #:# _:_ {:{ }:} -: /:
`)

/** Commands of mathematics that stand for a character. */
export const mathSymbols = pairs(`
  alpha:α beta:β gamma:γ delta:δ epsilon:ε varepsilon:ε zeta:ζ eta:η theta:θ vartheta:ϑ iota:ι kappa:κ lambda:λ mu:μ nu:ν xi:ξ
  pi:π rho:ρ varrho:ρ sigma:σ varsigma:ς tau:τ upsilon:υ phi:φ varphi:φ chi:χ psi:ψ omega:ω Gamma:Γ Delta:Δ Theta:Θ Lambda:Λ
  Xi:Ξ Pi:Π Sigma:Σ Upsilon:Υ Phi:Φ Psi:Ψ Omega:Ω le:≤ leq:≤ leqslant:≤ ge:≥ geq:≥ geqslant:≥ ne:≠ neq:≠ ll:≪ gg:≫
  approx:≈ sim:∼ simeq:≃ cong:≅ equiv:≡ propto:∝ times:× cdot:· div:÷ pm:± mp:∓ ast:∗ star:⋆ circ:∘ bullet:• oplus:⊕ otimes:⊗
  in:∈ notin:∉ ni:∋ subset:⊂ subseteq:⊆ supset:⊃ supseteq:⊇ cup:∪ cap:∩ setminus:∖ emptyset:∅ varnothing:∅ forall:∀ exists:∃
  neg:¬ lnot:¬ land:∧ wedge:∧ lor:∨ vee:∨ to:→ rightarrow:→ leftarrow:← leftrightarrow:↔ Rightarrow:⇒ Leftarrow:⇐
  Leftrightarrow:⇔ implies:⇒ iff:⇔ mapsto:↦ longrightarrow:→ uparrow:↑ downarrow:↓ infty:∞ partial:∂ nabla:∇ sum:∑ prod:∏
  int:∫ oint:∮ prime:′ ldots:… dots:… cdots:⋯ vdots:⋮ ddots:⋱ mid:| vert:| Vert:‖ parallel:∥ perp:⊥ angle:∠ langle:⟨ rangle:⟩
  lceil:⌈ rceil:⌉ lfloor:⌊ rfloor:⌋ ell:ℓ hbar:ℏ Re:ℜ Im:ℑ aleph:ℵ top:⊤ bot:⊥ vdash:⊢ models:⊨ degree:° lbrace:{
  rbrace:} lvert:| rvert:| lVert:‖ rVert:‖ triangleq:≜ coloneqq:≔ Box:□ square:□ dagger:† amp:&
`)

/** Accents, as characters that combine with the letter before them. */
export const accents = new Map(
  Object.entries({
    '`': '\u0300',
    "'": '\u0301',
    '^': '\u0302',
    '~': '\u0303',
    '=': '\u0304',
    u: '\u0306',
    '.': '\u0307',
    '"': '\u0308',
    r: '\u030a',
    H: '\u030b',
    v: '\u030c',
    d: '\u0323',
    c: '\u0327',
    k: '\u0328',
    b: '\u0331',
  }),
)
