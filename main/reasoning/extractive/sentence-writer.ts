import { originOfPlace } from '../../../contract/report/place'
import type { Claim, Remark } from '../../../contract/report/report'
import type { RemarkFact } from '../../../contract/report/report-facts'
import { displayText, groupBy, languageOf } from '../../language'
import type { CitationRegistry } from '../citations/registry'
import { tellSymbol } from '../code/tell'
import { type Evidence, isFromSource, type SourceEvidence } from '../port'
import { type ReportUnit, type Said, saidOf, saysTheSame } from './units'

/** Writes sentences, keeps what has been said, and numbers paragraphs. */
export class SentenceWriter {
  private readonly said: Said[] = []
  private sentences = 0
  private readonly byText: ReadonlyMap<string, readonly Evidence[]>
  readonly cited: Evidence[] = []

  /** @param found all evidence: what says the same word by word in another source is cited beside it */
  constructor(
    readonly registry: CitationRegistry,
    found: readonly Evidence[],
    private readonly question = '',
  ) {
    this.byText = groupBy(found, ({ sentence }) => displayText(sentence))
  }

  private nextId(): string {
    this.sentences += 1
    return `s${this.sentences}`
  }

  /** What follows may repeat what was said so far: a review's sources say what its summary took of them. */
  startAnew(): void {
    this.said.length = 0
  }

  hasSaid(unit: ReportUnit): boolean {
    // A sentence that leans on one that stands elsewhere in the report would lean on nothing here.
    return saidOf(unit).some((own) => this.said.some((one) => saysTheSame(one, own)))
  }

  /** The unit's sentences verbatim, each with its mark; what was said already is not said again. */
  quote(unit: ReportUnit, paragraph: number): Claim[] {
    return saidOf(unit).flatMap((own) => {
      const { evidence } = own
      if (this.said.some((one) => saysTheSame(one, own))) return []
      this.said.push(own)
      if (!this.cited.includes(evidence)) this.cited.push(evidence)
      if (isFromSource(evidence) && evidence.place.symbol !== undefined) return this.tell(evidence, paragraph)
      const text = displayText(evidence.sentence)
      const citations = [evidence, ...this.echoesOf(evidence, text)].flatMap((one) => this.mark(one))
      return [{ id: this.nextId(), text, citations, verdict: 'unchecked', method: 'verbatim', reason: null, paragraph }]
    })
  }

  /** What is told of a symbol of code, each sentence citing its declaration. */
  private tell(evidence: SourceEvidence, paragraph: number): Claim[] {
    const isFirst = this.sentences === 0
    const asked = { question: this.question, language: languageOf(this.question), isFirst }
    const citations = this.mark(evidence)
    return tellSymbol(evidence.sentence, evidence.place, asked).map((told) => {
      return { id: this.nextId(), ...told, citations, verdict: 'unchecked', reason: null, paragraph }
    })
  }

  /** The same sentence in other sources, once each; of what was computed, the query that it was computed from. */
  private echoesOf({ place }: Evidence, text: string): Evidence[] {
    const isElsewhere = (other: Evidence): boolean =>
      isFromSource(other)
        ? originOfPlace(other.place) !== originOfPlace(place)
        : originOfPlace(other.place) === originOfPlace(place) && other.place.kind !== place.kind
    const others = (this.byText.get(text) ?? []).filter(isElsewhere)
    return [...groupBy(others, (other) => originOfPlace(other.place)).values()].flatMap(([first]) => first ?? [])
  }

  mark(evidence: Evidence): number[] {
    return this.registry.cite([this.registry.offer(evidence)])
  }

  /** A sentence of Quarry's own: no claim about the material beyond the marks that it points to. */
  remark(fact: RemarkFact, paragraph: number, citations: readonly number[] = []): Remark {
    return { id: this.nextId(), citations: [...citations], method: 'none', fact, paragraph }
  }
}
