const opinion =
  /\b(a common (objection|misconception|belief|myth|mistake|claim)|some (people|authors|critics|scholars|say|think|believe|argue)|(many|most) (people )?(say|think|believe|assume)|it is (often|sometimes|widely|commonly|generally) (said|claimed|believed|thought|assumed|argued|objected)|critics (say|claim|argue)|opponents|myths?|misconceptions?|contrary to)\b|有人(认为|说|担心|主张|觉得)|人们(常常?|往往|普遍|通常)?(认为|以为|误以为|说)|一般认为|常见的?(误解|误区|说法)|误以为|传说|据说|批评者|反对者/i
const answer =
  /^(however|but|yet|in fact|in reality|actually|nevertheless|nonetheless|on the contrary|this is (not|wrong|false|untrue)|that is (not|wrong)|the (experience|evidence|data|facts?) )|^(但是?|然而|不过|可是|事实上|其实|实际上|相反|恰恰相反)/i

/** A sentence that tells what others think: the source may go on to say that they are wrong. */
export function reportsOpinion(sentence: string): boolean {
  return opinion.test(sentence)
}

/** A sentence that takes something back from the one before it: quoting that one alone would be unfair to the source. */
export function answersBack(sentence: string): boolean {
  return answer.test(sentence.trimStart())
}
