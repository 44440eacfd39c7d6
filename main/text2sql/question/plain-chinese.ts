import { monthNames } from '../../language'

const hanNumbers = '零一二三四五六七八九'
/** What Chinese counts with, behind a number. */
const counters = '个名位条家笔单份次张本件台套辆间只门节块头人栋座起艘架匹棵株颗幅部首'

/** 三十二, 两千五百, 十万 as a number. */
export function hanNumberOf(text: string): number {
  const scale: Record<string, number> = { 十: 10, 百: 100, 千: 1000, 万: 1e4 }
  let [sum, below, digit] = [0, 0, 0]
  for (const sign of text) {
    const by = scale[sign]
    if (by === undefined) digit = sign === '两' ? 2 : hanNumbers.indexOf(sign)
    else if (by === 1e4) [sum, below, digit] = [sum + (below + digit || 1) * by, 0, 0]
    else [below, digit] = [below + (digit || 1) * by, 0]
  }
  return sum + below + digit
}

const timeSides: Record<string, string> = {
  以后: 'after',
  之后: 'after',
  以来: 'since',
  以前: 'before',
  之前: 'before',
}

const numeralCounted = new RegExp(
  `(?<!第)[两二三四五六七八九十](?=[${counters}天年星级楼层岁种项篇部首场款册支队所])`,
  'g',
)
const counterLast = new RegExp(`(?<=\\d)[${counters}](?=的|$|[？?，])`, 'g')
const [atLeast, lessThan] = ['及?以上的?', '以下的?'].map(
  (side) => new RegExp(`(?<![\\d.])(\\d[\\d.]{0,12}) ?[${counters}]?${side}`, 'g'),
) as [RegExp, RegExp]

export const isoDay = (year: string, month: string, day: string): string =>
  ` ${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')} `

const extremes: Readonly<Record<string, string>> = { 最低: 'minimum', 最小: 'minimum', 最高: 'maximum', 最大: 'maximum', 平均: 'average' } // biome-ignore format: pairs

/** How people open a question politely, and what they say besides that no query depends on. */
const courtesies: readonly RegExp[] = [
  /^(?:(?:麻烦|劳驾|请问?|辛苦)(?:你|您)?(?:帮(?:我|忙))?|(?:我|我们)?想(?:要)?(?:了解|知道|问|看|查)(?:一下|问|看|查)?|帮(?:我|忙)|能不能|可不可以|可否)+(?:查(?:一下|查)?|看(?:一下|看)?|找(?:出|一下)|列(?:出|一下)|告诉我|统计(?:一下)?|数(?:一下|数))?[，, ]?/u,
  /(?:到|截至|截止|直到)?(?:目前|现在|今天)为止[，,]?|迄今(?:为止)?[，,]?/gu,
  // 货都发往哪些城市？把不同的目的地都列出来
  /(?<=[？?]) ?请?(?:把|将)[^。！？?]{1,15}?列(?:出来|一下|出)[。！]?$/u,
  /(?<=[一-龥]{2}过?)(?:什么)?东西(?=[的？?。]|$)/u,
  /(?:咱们?|我们)(?:公司|店里?|单位|医院|学校|超市|这儿|这里|这边)(?:现在|目前)?|咱们?/gu,
  /[，,]?(?:请|麻烦)?(?:帮(?:我|忙))?列(?:一下|出来|出)[。！]?$/u,
  // 最贵的药是哪一种，多少钱？
  /(?<=最.{1,30}?)[，,](?:是|要)?多少钱(?=[？?。]?$)/u,
]

/** A question in Chinese without courtesies, and in words that the rules below know. */
function inPlainWords(text: string, isHeld: (word: string) => boolean, isCalled: (word: string) => boolean): string {
  let plain = text
  for (const courtesy of courtesies) plain = plain.replace(courtesy, '')
  return (
    plain
      // 一共支出了多少经费 asks for a sum.
      .replace(/[了过]?多少(经费|资金|费用|款项|奖金|补贴)(?=[？?。]?$)/u, '的$1总额')
      // 付款记录 are 付款, where a table is called so.
      .replace(/(\p{Script=Han}{2,8}?)记录(?!\p{Script=Han}{0,2}[编号])/gu, (said, before: string) =>
        !isCalled(said) && [2, 3, 4].some((length) => isCalled(before.slice(-length))) ? before : said,
      )
      // 哪种付款方式用得最多
      .replace(/(?:被)?(?:使用|用)(?:得|的次数|次数)?最([多少])(?=[的？?。]?$)/u, (_, end: string) =>
        end === '多' ? '最常用' : '最少用',
      )
      // 既预约过甲，又预约过乙
      .replace(/既(\p{Script=Han}{1,4}过)([^，,？?]{1,20})[，,]?又\1([^，,？?]{1,20})(?=[？?。]?$)/u, '同时$1$2和$3')
      // 每一类设备, where a column is called 设备类别
      .replace(
        /每(?:一|个)?[类种](\p{Script=Han}{2,4}?)(?=的)/gu,
        (said, rows: string) =>
          ['类别', '类型', '种类']
            .map((kind) => `${rows}${kind}`)
            .find(isCalled)
            ?.replace(/^/, '每个') ?? said,
      )
      .replace(/^(?:我们|本)?(?:研究所|公司|单位|学校|医院|集团)(?=(?:现在|目前|一共|总共|共有|有多少))/u, '')
      // 最早开张的是哪个网点 asks for one, as 哪个网点最早开张 does.
      .replace(
        /^(最\p{Script=Han}{1,8}?)的(?:是|为)(哪(?:一?[个家位名辆座条种款台本部场间所]|些)?) ?(\p{Script=Han}{1,8})(?=[？?。]?$)/u,
        '$2$3$1',
      )
      .replace(/(?:发|寄|运|飞|开|去|送)往了?哪(?:些|几个) ?(城市|省份?|国家|地区|机场|站点?)/gu, (said, place) =>
        isHeld(`目的${place}`) ? `有哪些不同的目的${place}` : said,
      )
      .replace(
        /平均(?:每?一?[个家位条笔单份次张本件票套辆台头匹棵株只])?(\p{Script=Han}{1,6}?)有?多([重高深宽])(?=[？?。]?$)/gu,
        (_, rows, what: string) => `${rows}的平均${what}${what === '重' ? '量' : '度'}`,
      )
      // 我们的货 of what has waybills.
      .replace(/(?<![送发收退到出进订补提取卸装百杂供缺断])货(?![物车品源架期款币运单])/gu, (said) =>
        isHeld('运单') && !isCalled('货') ? '包裹' : said,
      )
      .replace(/(\p{Script=Han}{2,6})(?:加起来|合起来|累计)(?=超过|大于|高于|低于|少于|不到|达到)/gu, '总$1')
      // 一辆车都没有
      .replace(
        new RegExp(`一[${counters}](\\p{Script=Han}{1,6}?)(?:都|也)(?:没有|没|不)(?:\\p{Script=Han}{0,3}过)?`, 'gu'),
        '没有$1',
      )
      // 投诉最多的是哪个月
      .replace(
        /^(.{0,8}[年月，,])?((?!年)\p{Script=Han}{2,5})最([多少])的(?:是|为)哪(?:一?个)? ?(月份?|年份?|季度|天)(?=[？?。]?$)/u,
        (_, time: string | undefined, rows: string, end: string, unit: string) =>
          `${time ?? ''}哪个${unit}${rows}最${end}`,
      )
      // 平均每单运费: of each is what a mean is of.
      .replace(/平均每一?[单票件笔张份次](?:的|的?是)?(?=\p{Script=Han}{2})/gu, '平均')
      .replace(/(?<=^|[，,年月的])每一?[单票件笔张份次](?:的)?平均(?=\p{Script=Han}{2})/gu, '平均')
      // 第一家店是什么时候开业的
      .replace(
        /^第一[个家位名次辆台]\p{Script=Han}{1,4}?(?:是)?(?:在)?(?:什么时候|何时|哪一?天|哪年)(\p{Script=Han}{2,4}?)的?(?=[？?。]?$)/u,
        (said, done: string) => (isHeld(`${done}日期`) ? `最早的${done}日期` : said),
      )
      // 保质期不到10天 of a column that counts days.
      .replace(/(?<=[不超少多大小][到过于]\d{1,5})天/gu, (said) => (isHeld('天数') ? '' : said))
      // 销售额一共是多少
      .replace(
        /((?:(?![的年月])\p{Script=Han}){1,3}[额量费])(?:一共|总共|合计)(?:是|为|有)?多少(?:钱|元)?(?=[？?。]?$)/u,
        '总$1',
      )
      // 出过库, 面积大于10000平方米
      .replace(/([出入进])[过了]库/gu, '$1库')
      .replace(/(?<=面积[^，。]{0,8}\d)\s?(?:平方米|平米)/gu, '')
      // 挂了多少个号, 没挂过号
      .replace(/挂[了过]?(多少|几)[个次]?号/gu, '有$1挂号')
      .replace(/挂[了过]?号/gu, (said) => (isHeld('挂号') ? '挂号' : said))
      // 诊断过哪些病
      .replace(/诊断(?:过|出)了?(哪些|什么)(?:疾?病)(?=[？?。]?$)/u, '有$1不同的诊断')
      // 可以通过哪些途径挂号
      .replace(
        /(?:^(?:病人|患者|客户|顾客|大家|人们|会员|用户)们?)?(?:都)?(?:可以|能)?(?:通过|用|以)(?:哪些|什么|哪几种)(?:途径|渠道|方式|办法)(\p{Script=Han}{2,4})(?=[？?。]?$)/u,
        '有哪些不同的$1方式',
      )
      // 片剂平均多少钱一种
      .replace(new RegExp(`平均(?:要|是)?多少钱(?:一[${counters}种盒瓶斤片粒])?(?=[？?。]?$)`, 'u'), '的平均价格')
      .replace(/最后被/g, '被')
      .replace(/(?<=[退送寄还])回来了?/g, '回')
      .replace(/(从[多少高低大小早晚新旧]到[多少高低大小早晚新旧])(?:依次)?排(?:列|序|一下)?/g, '$1')
      // 每年新增了多少客户
      .replace(/新增了?(多少|几)([个家位名])?(\p{Script=Han}{2,6})/gu, '有$1$2新$3')
      // 平均一票货, 多少票件: of what is sent.
      .replace(/的件((?:总共|一共|共|有|是){0,3}(?:多少|几))[票件个]/gu, '的包裹$1')
      .replace(/(?<=[多少几每一\d])票(?:货|件|快递)?/gu, (said) => (isHeld('票') ? said : '包裹'))
  )
}

/** Dates and counts of Chinese as English has them, so that one reader does for both. */
export function plainChinese(text: string, knownHan: ReadonlySet<string>): string {
  const isNamed = (number: string): boolean =>
    [...knownHan].some((name) => name.includes(number) && text.includes(name))
  const isHeld = (word: string): boolean => [...knownHan].some((name) => name.includes(word))
  return (
    inPlainWords(text, isHeld, (word) => knownHan.has(word))
      .replace(
        /(?:[两一二三四五六七八九][十百千万]|十[万一二三四五六七八九])[十百千万零一二三四五六七八九]{0,10}(?!月)/gu,
        (number) => (isNamed(number) ? number : String(hanNumberOf(number))),
      )
      .replace(/多少人次/g, '多少次')
      // 挂号人次最多的医生
      .replace(/(?<=\p{Script=Han}{2})人次(?=最[多少])/gu, '次数')
      // 占全部付款笔数的百分之几: of all of them.
      .replace(
        /(?<=占(?:全部|所有|总)?的?\p{Script=Han}{1,8}?)(?:笔数|总数|数量|单数|人数|次数)(?=的?(?:百分|比例|占比|多少))/gu,
        '',
      )
      // 水果类作物: crops that are fruit.
      .replace(/(\p{Script=Han}{2,6})类(?=\p{Script=Han})/gu, (said, before: string) =>
        [...before].some(
          (_, at) => at < before.length - 1 && knownHan.has(before.slice(at)) && !knownHan.has(`${before.slice(at)}类`),
        )
          ? `${before}的`
          : said,
      )
      // 每种状态的许可各有多少个: 每种状态有多少许可
      .replace(
        /(?<=^|年|，)(每\p{Script=Han}{1,7}?)的(\p{Script=Han}{1,8}?)(?:各|分别|一共|总共)?有(?:多少|几)[个名位件张条份台辆只家次场]?(?=[？?。]?$)/u,
        '$1有多少$2',
      )
      // 配件来自哪些供应商: the suppliers of parts.
      .replace(/(?<=\p{Script=Han})(?:都)?来自于?哪些(\p{Script=Han}{1,6})(?=[？?。]?$)/u, '有哪些不同的$1')
      // 用微信付款的订单, 没有留电话, 一共排了多少节课, 不同类别的平均评分
      .replace(/用(\p{Script=Han}{1,6}|[a-z]{2,12})(?:付款|支付|结账)的/giu, '$1的')
      .replace(/没有?留(?:下|过)?(?=\p{Script=Han}{2})/gu, '没有')
      .replace(/(?:一共|总共)?排了(?=多少|几)/gu, '有')
      .replace(/^不同(?=\p{Script=Han}{1,8}的(?:平均|总|最))/u, '每种')
      // 各城市分别有多少客户
      .replace(/(?<=[各每]\p{Script=Han}{1,8})分别(?=有(?:多少|几))/gu, '')
      // 入会时间最长的会员 joined first.
      .replace(
        /(?<=[入加][会入社职盟学])(?:时间|年限)最([长短])/g,
        (_, length: string) => `最${length === '长' ? '早' : '晚'}`,
      )
      // 工资的最低、最高和平均值
      .replace(
        /(\p{Script=Han}{2,6}?)的?(最[低高大小]|平均)值?、(最[低高大小]|平均)值?[和与及](最[低高大小]|平均)值?(?=分别|各|是|[？?]|$)/gu,
        (_, name, ...ends) =>
          `${ends
            .slice(0, 3)
            .map((end) => ` ${extremes[end]} `)
            .join(' , ')} ${name} `,
      )
      // 平均年龄、最小年龄和最大年龄
      .replace(
        /(最[低高大小]|平均)(\p{Script=Han}{1,6}?)、(最[低高大小]|平均)(\p{Script=Han}{1,6}?)[和与及](最[低高大小]|平均)(\p{Script=Han}{1,6}?)(?=分别|各|是|[？?]|$)/gu,
        (said, ...[one, name, two, again, three, last]) =>
          name === again && name === last
            ? `${[one, two, three].map((end) => ` ${extremes[end]} `).join(' , ')} ${name} `
            : said,
      )
      // 数量的最小值和最大值
      .replace(
        /(?<=^|[的，])([^的，]{2,6}?)的?(最[低高大小]|平均)值[和与及](最[低高大小]|平均)值(?=分别|各|是|[？?]|$)/gu,
        (_, name, one, two) => ` ${extremes[one]} , ${extremes[two]} ${name} `,
      )
      // 有狗但没有猫的学生, 既有猫又有狗的学生
      .replace(/，?但是?(?=没|不|未|从)/gu, ' and ')
      .replace(/既有(\p{Script=Han}{1,6}?)，?又有(\p{Script=Han}{1,6}?)(?=的)/gu, '同时有$1和$2')
      // 20岁以上的学生 are not 20 of them or more.
      .replace(
        /(?<![\d.])(\d{1,3}) ?岁(?:及|或)?(?:以(上|下))/g,
        (_, age, side) => ` age ${side === '上' ? 'at least' : 'less than'} ${age} `,
      )
      // （包括不活跃的）: no condition.
      .replace(/[（(](?:包括|包含|含)[^（）()]{1,15}[）)]/gu, '')
      // What is after 2010 is not in 2010.
      .replace(
        /(?<=(?:以后|之后|以前|之前|超过|大于|小于|低于|高于)[^（(]{0,12})[（(]不(?:含|包括|包含)[^（）()]{1,12}[）)]/gu,
        '',
      )
      // 龙井卖出多少 asks for units, 卖出多少辆车 for cars.
      .replace(/卖出了?多少(?=[？?。]?$)/g, '卖了多少')
      .replace(/([捐转选付借还存取退下签开读看上])[过了](款|账|课|书|钱|货|单|约|户)/g, '$1$2')
      .replace(/从([^，,。从]{1,10}?)(?:出发|起飞|启程|开出|始发)/g, '从$1')
      .replace(/([过了])(?:所有|全部|每一?[个种位名家类款]?)(?:的(?=\p{Script=Han}))?/gu, '$1所有')
      .replace(/一(?=[星级楼层岁])/g, '1')
      .replace(numeralCounted, (digit) => String(hanNumberOf(digit)))
      .replace(counterLast, '')
      .replace(/前十/g, '前10')
      .replace(/前([一二三四五六七八九])/g, (_, digit: string) => `前${hanNumbers.indexOf(digit)}`)
      .replace(/第([一二三四1234])季度/g, (_, digit: string) => ` Q${'一二三四'.indexOf(digit) + 1 || digit} `)
      .replace(/(\d{4}) ?年 ?([上下])半年/g, (_, year, half) => ` H${half === '上' ? 1 : 2} ${year} `)
      .replace(/(\d{4}) ?年 ?(\d{1,2}) ?月? ?[到至~-] ?(\d{1,2}) ?月(?:份|之间|期间)?/g, (_, year, from, to) => {
        const [first, last] = [from, to].map((month) => monthNames[Number(month) - 1] ?? month)
        return ` between ${first} ${year} and ${last} ${year} `
      })
      .replace(/(\d{4}) ?年? ?[到至~-] ?(\d{4}) ?年(?:之间)?/g, ' between $1 and $2 ')
      .replace(
        /(\d{4}) ?年 ?(\d{1,2}) ?月 ?(\d{1,2}) ?[日号] ?[到至~-] ?(\d{4}) ?年 ?(\d{1,2}) ?月 ?(\d{1,2}) ?[日号](?:之间|期间)?/g,
        (_, y, m, d, year, month, day) => ` between ${isoDay(y, m, d)} and ${isoDay(year, month, day)} `,
      )
      .replace(/(\d{4}) ?年 ?(\d{1,2}) ?月 ?(\d{1,2}) ?[日号]/g, (_, y, m, d) => isoDay(y, m, d))
      .replace(/(\d{4}) ?年 ?(\d{1,2}) ?月份?/g, (_, y, m) => ` ${monthNames[Number(m) - 1] ?? m} ${y} `)
      .replace(
        /(\d{4}(?: ?年|-\d\d-\d\d)) ?(以后|之后|以来|以前|之前)/g,
        (_, time, side) => ` ${timeSides[side]} ${time} `,
      )
      .replace(/(\d{4}) ?年? ?(Q[1-4])/g, ' $2 $1 ')
      .replace(/(?<=(?:after|since|before) )(\d{4}) ?年/g, '$1')
      .replace(/(\d{4}) ?年/g, ' in $1 ')
      .replace(/(?<![\d.])(\d{1,12}(?:\.\d{1,6})?) ?万/g, (_, n) => String(Number(n) * 1e4))
      .replace(/(?<![\d.])(\d{1,12}(?:\.\d{1,6})?) ?亿/g, (_, n) => String(Number(n) * 1e8))
      .replace(/(?<![\d.])(\d[\d.]{0,12}) ?[到至] ?(\d[\d.]{0,12}) ?之间/g, ' between $1 and $2 ')
      .replace(/介于 ?(\d[\d.]{0,12}) ?[和与到至] ?(\d[\d.]{0,12}) ?(?:之间)?/g, ' between $1 and $2 ')
      .replace(atLeast, ' at least $1 ')
      .replace(lessThan, ' less than $1 ')
  )
}

/** 成交总金额 of a column 成交金额 is its sum: 总成交金额. */
export function sumsFirst(text: string, knownHan: ReadonlySet<string>): string {
  for (const { index, 0: word } of text.matchAll(/总|平均/g)) {
    for (let left = 1; left <= 4; left += 1) {
      for (let right = 4; right > 0; right -= 1) {
        const [from, to] = [index - left, index + word.length + right]
        const name = text.slice(Math.max(0, from), index) + text.slice(index + word.length, to)
        if (from < 0 || name.length < left + right || !knownHan.has(name)) continue
        return text.slice(0, from) + word + name + text.slice(to)
      }
    }
  }
  return text
}
