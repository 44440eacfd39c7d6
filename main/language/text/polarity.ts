const englishNegation =
  /\b(not|no|never|none|neither|nor|cannot|without|fails? to|failed to|unable|lacks?|absence of|hardly|scarcely)\b|n['’]t\b/gi
const chineseNegation =
  /不(?!同|少|仅|但|断|久|过|只|论|管|得不)|没有?|未(?!来)|无(?!线|数|论|锡)|非(?!常|洲)|从未|并非/g

/** Negations in a text: two deny each other out. */
export function negationsIn(text: string): number {
  return (text.match(englishNegation)?.length ?? 0) + (text.match(chineseNegation)?.length ?? 0)
}

/** Words of opposite direction. The lists are short on purpose: each pair must be opposite in any context. */
const opposites: readonly (readonly [RegExp, RegExp])[] = [
  [
    /\b(increas(?:e|es|ed|ing)|rises?|rose|raises?|raised|grows?|grew)\b/i,
    /\b(decreas(?:e|es|ed|ing)|falls?|fell|reduc(?:e|es|ed|ing)|diminish(?:es|ed)?|declin(?:e|es|ed|ing)|drops?|dropped|lowers?|lowered)\b/i,
  ],
  [/\b(stabiliz(?:e|es|ed|ing)|stable)\b/i, /\b(destabiliz(?:e|es|ed|ing)|unstable)\b/i],
  [/\b(higher|greater|larger)\b/i, /\b(lower|smaller|less)\b/i],
  [/\b(improv(?:e|es|ed|ing)|better)\b/i, /\b(worsen(?:s|ed|ing)?|worse|deteriorat(?:e|es|ed))\b/i],
  [
    /\b(agrees?|agreed|good agreement|consistent)\b/i,
    /\b(disagrees?|disagreed|poor agreement|inconsistent|disagreement)\b/i,
  ],
  [/\b(possible|feasible)\b/i, /\b(impossible|infeasible)\b/i],
  [/\b(significant)\b/i, /\b(insignificant|negligible)\b/i],
  [/增加|上升|提高|增长|升高/, /减少|下降|降低|减小/],
  [/支持|赞成/, /反对/],
  [/有利/, /不利/],
  [/成功/, /失败/],
]

/** The two opposite words, where one text has only the one and the other only the other. */
export function oppositeWords(left: string, right: string): { left: string; right: string } | null {
  for (const [up, down] of opposites) {
    const [leftUp, leftDown, rightUp, rightDown] = [up.exec(left), down.exec(left), up.exec(right), down.exec(right)]
    if (leftUp && !leftDown && rightDown && !rightUp) return { left: leftUp[0], right: rightDown[0] }
    if (leftDown && !leftUp && rightUp && !rightDown) return { left: leftDown[0], right: rightUp[0] }
  }
  return null
}
