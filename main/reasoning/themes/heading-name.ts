import { capitalise } from '../../language'

/** Headings that name the part of a text and not what it speaks of. */
const structural =
  /^(abstract|introduction|background|overview|summary|conclusions?|discussion|results?( and discussion)?|methods?|materials( and methods)?|references|bibliography|appendix|notes?|an? examples?|examples?|comparison|contents|preface|(new|other|further) .*|引言|简介|概述|概要|背景|结论|讨论|结果|方法|参考文献|附录|总结|介绍|其他|示例|例子)$/i

/** `1.2.`, `IV.`, `A.` before the words of a heading. */
const numbering = /^(\d{1,3}(\.\d+)*\.?|[IVX]+\.|\p{Lu}\.)\s+(?=\p{L})/u

/** A release and its day, as the headings of a list of changes are: `1.1.27: Sep 12 2012`, `Version 2.0 (2024-01-05)`. */
const release =
  /^(?:version|release|v)?\.?\s*\d[\d\s.,:(–—/)-]*(?:(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\p{L}*[\d\s.,/)-]*)?$/iu

/** What a heading names: its words without their number, the first letter large, or null where it names no matter. */
export function headingName(heading: string): string | null {
  const trimmed = heading.trim()
  const name = trimmed.replace(numbering, '')
  if (name.length > 60 || name.length < 2) return null
  return structural.test(name) || release.test(trimmed) || release.test(name) ? null : capitalise(name)
}
