import { porterStem } from './porter-stem'

/**
 * Verbs that questions are asked with and answers rarely repeat: what `determines` something is told without the word.
 * They weigh little, and that no sentence mentions them says nothing.
 */
const verbs = `
determine affect influence improve limit depend cause lead increase reduce decrease change work solve develop construct
calculate predict measure obtain relate occur happen mean apply need require help become make produce create achieve
perform provide allow enable associate involve concern deal exist play serve solve obey satisfy build design estimate
compute evaluate assess avoid prevent delay handle treat choose select consider identify recognise recognize matter
differ vary behave respond react lower raise rise fall grow stop start begin end keep hold remain stay
move transfer function operate offer describe explain show list name mention propose recommend suggest say report use write
`
const stems: ReadonlySet<string> = new Set(verbs.split(/\s+/).filter(Boolean).map(porterStem))
const chinese =
  /^(决定|影响|改善|改进|提高|降低|限制|取决|导致|造成|引起|增加|减少|改变|解决|发展|发生|出现|产生|存在|需要|要求|帮助|成为|进行|实现|避免|防止|选择|使用|采用|经历|担任|具有|拥有|开始|结束|得到|受到|遭到|获得|工作|运行|运作|组成|构成|评价|理解)$/

export function isAskingVerb(word: { readonly stem: string; readonly isHan: boolean }): boolean {
  return word.isHan ? chinese.test(word.stem) : stems.has(word.stem)
}
