import { once } from '../../../contract/once'
import { wordsOf } from '../text/words'
import type { Span } from './quoted'

/** Countries and territories as Chinese calls them (CLDR), and the regions of China. */
const regions = once(
  (): ReadonlySet<string> =>
    new Set([
      ...countries(),
      ...'北京 天津 上海 重庆 河北 山西 辽宁 吉林 黑龙江 江苏 浙江 安徽 福建 江西 山东 河南 湖北 湖南 广东 海南 四川 贵州 云南 陕西 甘肃 青海 内蒙古 广西 西藏 宁夏 新疆 香港 澳门 台湾'.split(
        ' ',
      ),
    ]),
)

function countries(): string[] {
  const names = new Intl.DisplayNames('zh-CN', { type: 'region', fallback: 'none' })
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const codes = letters.flatMap((one) => letters.map((other) => one + other))
  return codes.flatMap((code) => names.of(code) ?? []).filter((name) => /^\p{Script=Han}{2,}$/u.test(name))
}

/** What names of organisations and places end with. */
const organisation = /(?:大学|学院|公司|集团|银行|医院|研究院|研究所|铁路|机场|大桥|博物馆|出版社|委员会)$/u
const place = /^\p{Script=Han}{2,}(?:[省市县州镇村岛山河江湖寺])$/u
/** Common surnames that hardly any common word begins with. */
const surnames =
  '张李刘陈杨赵吴徐孙朱郭罗郑谢韩唐冯邓曹彭萧蔡潘袁董苏蒋沈吕魏薛阎鲁钱姚崔邱侯孟邹熊贺陆郝龚邵覃顾梁谭汪宋丁卢'
const twoSigns = /^(?:诸葛|欧阳|司马|上官|东方|皇甫|尉迟|公孙|慕容|令狐)/u
/** Words that do begin with one. */
const noPerson =
  /^(?:张贴|张开|张力|张望|张扬|张口|张嘴|梁上|宋代|宋朝|丁香|丁点|熊掌|熊谷|陈迹|萧条|钱财|苏丹|苏黎世|苏格兰|苏伊士|苏铁|唐人|唐末|顾全|韩文|鲁国|罗汉|陈述|陈列|陈旧|杨树|李子|苏打|苏联|唐朝|唐代|韩国|韩语|董事|董事会|钱包|钱币|钱款|钱物|孙子|孙女|罗列|罗马|沈阳|熊猫|顾客|顾问|顾虑|顾及|谢谢|谢绝|郑重|郑州|徐州|苏州|罗盘|魏晋|陆地|陆续|陆军|陆上|赵国|魏国|吴国|贺卡|贺岁|侯爵|孟加拉|鲁莽|苏醒)/u

/** Names that Chinese writes without a capital: countries and regions, organisations, people. Rules miss many. */
export function chineseNamesIn(text: string): Span[] {
  const words = wordsOf(text).filter(({ isHan }) => isHan)
  return words.flatMap(({ surface, start, end }, at): Span[] => {
    const before = words[at - 1]
    // 清华 | 大学: the segmenter parts what it does not know.
    if (organisation.test(surface)) {
      const isTail = surface.length <= 3 && before !== undefined && !before.isStop && before.end === start
      if (!isTail && surface.length < 4) return []
      const from = isTail ? before.start : start
      return [{ text: text.slice(from, end), start: from, end }]
    }
    const next = words[at + 1]
    if (next?.start === end && organisation.test(next.surface) && next.surface.length <= 3) return []
    if (regions().has(surface) || place.test(surface) || isPerson(surface)) return [{ text: surface, start, end }]
    return []
  })
}

const isPerson = (word: string): boolean =>
  (twoSigns.test(word) && word.length >= 3 && word.length <= 4) ||
  (surnames.includes(word.charAt(0)) && word.length >= 2 && word.length <= 3 && !noPerson.test(word))
