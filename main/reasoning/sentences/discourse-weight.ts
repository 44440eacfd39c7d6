/** A source that says what it is going to do. */
const announcing =
  /\b(is|are|was|were|has been|have been) (also |then |briefly |here |first )?(described|presented|discussed|summari[sz]ed|given|reviewed|outlined|considered|made|undertaken|included|investigated|studied|examined|mentioned|listed|treated|surveyed)\b|\b(this|the present) (paper|report|note|study|article|chapter|section|memorandum) (presents|describes|discusses|deals|is concerned|reviews|gives|considers|outlines|examines)|\b(is|are) concerned with\b|\b(a|an|brief) (brief )?(review|summary|survey|description|discussion|account|mention) (is|are|of)\b|^(本文|本章|本节|下面|下文|以下)/iu

/** A source that says what came out. */
const concluding =
  /\b(it (is|was|has been) (found|shown|concluded|seen|observed|noted|demonstrated|established)|results? (show|indicate|suggest|reveal|demonstrate|confirm)|(is|are|was|were) found (to|that)|we (find|found|show|conclude)|concludes? that|shows? that|indicates? that)\b|结果(表明|显示|发现)|(研究|实验|调查)(表明|显示|发现)|由此可见|得出结论/iu

/** Factor on a sentence's score: a report is made of what sources found, not of what they announce. */
export function discourseWeight(sentence: string): number {
  if (concluding.test(sentence)) return 1.05
  return announcing.test(sentence) ? 0.88 : 1
}
