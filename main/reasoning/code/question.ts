import { contentWords, functionWords } from '../../language'
import { glossed } from './glossary'
import { isWrittenAsName, tokensOf } from './names'

/** What a question wants to know of code. */
export interface CodeQuestion {
  readonly text: string
  /** Its words in English, where it is in Chinese: code and its comments are. */
  readonly inEnglish: string
  /** Names that it is about (`What does close do?`), and those that it mentions beside (`Which method gives a JsonElement?`). */
  readonly subjects: readonly string[]
  readonly mentions: readonly string[]
  /** It speaks of functions, classes, or where something is implemented. */
  readonly isExplicit: boolean
  readonly wantsList: boolean
  readonly wantsSignature: boolean
  readonly wantsReturn: boolean
  readonly wantsTests: boolean
  readonly wantsType: boolean
}

const explicit =
  /\b(functions?|methods?|class(?:es)?|structs?|interfaces?|traits?|enums?|macros?|middlewares?|handlers?|modules?|signatures?|constructors?|implementations?|source code|codebase|call sites?|implement(?:s|ed)?|declared?|defined?)\b|函数|方法|类(?!型|似|别)|接口|结构体|宏|签名|实现|定义|源码|代码|中间件|模块/i
const placed = /^\s*where\s+(?:is|are|does|do|can|was|were|in the)\b|在哪里|在哪儿|哪里|何处/i
const listed =
  /\b(?:which|what|list|name|all)\s+(?:the\s+)?(?:\w+\s+){0,2}(?:functions|methods|classes|structs|interfaces|traits|enums|macros|middlewares|handlers|modules)\b|(?:哪些|列出|所有)[^，。？?]{0,8}(?:函数|方法|类|接口|中间件|模块|结构体)/i
/** What stands right before or behind a name in `What does close do?`, `the method close`, `close 做什么`. */
const before =
  /(?:\b(?:function|method|class|struct|interface|trait|enum|macro|type|module|does|do|of|is|are)|函数|方法|类|接口|中间件)\s*$/i
const behind =
  /^\s*(?:\(\)|(?:do|does|work|return|returns|raise|raises|throw|throws|function|method|class|struct|middleware)\b|函数|方法|做什么|的作用|是做什么|有什么用|返回|干什么|怎么|如何|类|中间件)/i

/** Reads a question as one on code. Pure. */
export function readCodeQuestion(text: string): CodeQuestion {
  const tokens = tokensOf(text)
  const quoted = [...text.matchAll(/`([^`]{1,80})`/g)].flatMap(([, name]) => tokensOf(name ?? ''))
  const isNamed = (token: string): boolean => {
    // `How does a writer get its turn?` asks of no function `a`.
    if (functionWords.has(token.toLowerCase()) && !quoted.includes(token)) return false
    for (let at = text.indexOf(token); at !== -1; at = text.indexOf(token, at + 1)) {
      if (/[\w$]$/.test(text.slice(0, at)) || /^[\w$]/.test(text.slice(at + token.length))) continue
      if (before.test(text.slice(0, at)) || behind.test(text.slice(at + token.length))) return true
    }
    return false
  }
  const names = tokens.filter((token) => isWrittenAsName(token) || quoted.includes(token))
  const isAlone =
    contentWords(text.replace(/[A-Za-z_$][\w$.:]*/g, (token) => (names.includes(token) ? ' ' : token))).length === 0
  const subjects = tokens.filter((token) => isNamed(token) || (isAlone && names.includes(token)))
  return {
    text,
    inEnglish: glossed(text),
    subjects,
    mentions: names.filter((token) => !subjects.includes(token)),
    isExplicit: explicit.test(text) || placed.test(text) || names.length > 0,
    wantsList: listed.test(text),
    wantsSignature: /\b(signature|parameters?|arguments?|declared|prototype)\b|签名|参数|原型/i.test(text),
    wantsReturn: /\breturns?\b|返回/i.test(text),
    wantsTests: /\b(tests?|tested|specs?|fixtures?|examples?|benchmarks?)\b|测试|示例|例子|基准/i.test(text),
    wantsType: /\b(class(?:es)?|structs?|interfaces?|traits?|enums?|types?)\b|类(?!似|别)|结构体|接口|枚举/i.test(text),
  }
}
