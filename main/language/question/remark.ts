import { hanShare } from '../text/language'

/** What a person's remark asks to change. Each entry is the wording that followed the cue. */
export interface RemarkRequest {
  readonly drop: readonly string[]
  readonly add: readonly string[]
  readonly focus: readonly string[]
}

const english: readonly (readonly [keyof RemarkRequest, RegExp])[] = [
  [
    'drop',
    /^(?:please\s+)?(?:drop|remove|delete|skip|leave out|omit|exclude|without|ignore|forget(?: about)?|no need for|not|don'?t (?:need|want|include|look (?:at|into)|cover))\s+(\S.*)$/i,
  ],
  [
    'focus',
    /^(?:please\s+)?(?:focus(?: more)?(?: on)?|concentrate on|only|emphasi[sz]e|prioriti[sz]e|more (?:on|about)|restrict (?:it )?to|limit (?:it )?to)\s+(\S.*)$/i,
  ],
  [
    'add',
    /^(?:please\s+)?(?:also\s+)?(?:add|include|cover|consider|look (?:at|into)|check|examine|ask|and|also|what about|how about)\s+(\S.*)$/i,
  ],
]
const chinese: readonly (readonly [keyof RemarkRequest, RegExp])[] = [
  [
    'drop',
    /^(?:请)?(?:不要|不需要|不用|去掉|删除|删掉|去除|移除|跳过|忽略|排除|别)(?:再)?(?:包括|包含|看|查|研究|讨论|管)?(.+)$/u,
  ],
  [
    'focus',
    /^(?:请)?(?:重点(?:是|关注|看|放在)?|只(?:看|关注|研究|要)?|着重(?:于|看)?|聚焦(?:于)?|集中(?:在|于)?|更多(?:关于|地关注)?|侧重(?:于)?)(.+)$/u,
  ],
  [
    'add',
    /^(?:请)?(?:再|还|也|另外|同时)?(?:要|需要)?(?:加上|增加|添加|补充|加入|包括|看看|查查|研究|考虑|加)(?:一下|一步)?(.+)$/u,
  ],
]

function clean(text: string): string {
  return text
    .replace(/^(?:the\s+)?(?:step|steps|part|section)s?\s+(?:on|about|for|called|named)?\s*/i, '')
    .replace(/^(?:a|an|the|on|about|something (?:on|about)|关于|有关|对)\s*/i, '')
    .replace(/(?:(?<!\s)\s+(?:step|part|section)|的?(?:步骤|部分|内容|这一步))$/i, '')
    .replace(/^["'“”‘’「『]+/, '')
    .replace(/(?<!["'“”‘’」』.。!！\s])["'“”‘’」』.。!！\s]+$/, '')
    .trim()
}

/** Parses a remark by its cues. A part without any cue is something to add: people write what is missing. */
export function parseRemark(remark: string): RemarkRequest {
  const request = { drop: [] as string[], add: [] as string[], focus: [] as string[] }
  const isHan = hanShare(remark) >= 0.25
  const parts = remark.split(
    isHan
      ? /[。；;！!\n，,]+/
      : /[.;!\n]+\s*|,\s+(?:and\s+|but\s+)?|(?<!\s)\s+(?:and|but)\s+(?=(?:drop|remove|delete|skip|add|include|focus|only|also|omit|exclude)\b)/i,
  )
  for (const part of parts.map((text) => text.trim()).filter(Boolean)) {
    const match = (isHan ? chinese : english).flatMap(([kind, cue]) => {
      const found = cue.exec(part)?.[1]
      return found === undefined ? [] : [{ kind, text: clean(found) }]
    })[0]
    const { kind, text } = match ?? { kind: 'add' as const, text: clean(part) }
    if (text.length > 0) request[kind].push(text)
  }
  return request
}
