import { porterStem } from './porter-stem'

/**
 * Words that people ask with and texts answer with, one set a line. Only such as mean the same in nearly any text: sets
 * of a dictionary, whose words have many senses, were tried and made answers worse (docs/decisions/0033-answers.md). Verbs
 * with forms that have no common stem are among them.
 */
const sets = `
disadvantage drawback downside shortcoming limitation caveat pitfall weakness
advantage benefit upside strength
step procedure instruction
limit maximum ceiling bound cap max
minimum min
cost overhead expense penalty
danger risk hazard threat
speed performance fast faster
delete remove erase
error failure fault
differ difference distinction
allow permit
forbid prohibit disallow
enable activate
disable deactivate
shrink shrank shrunk compact
big large huge enormous
small tiny little
recover restore salvage repair rescue
change modify alter edit
keep kept retain preserve
picture image photo
temporary scratch transient
check verify validate
requirement prerequisite
reason cause
vanish disappear
hidden invisible
choose chose chosen pick select
abort cancel
combine merge
company commercial
configuration config
directory dir
authentication auth
parameter param
character char
integer int
repository repo
environment env
lose lost
break broke broken
write wrote written
send sent
buy bought
sell sold
pay paid
spend spent
build built
grow grew grown
fall fell fallen
rise rose risen
freeze froze frozen
drive drove driven
throw threw thrown
begin began begun
hold held
lead led
meet met
win won
catch caught
forget forgot forgotten
steal stole stolen
sink sank sunk
wear wore worn
局限 缺点 不足 缺陷 弊端 劣势
优点 优势 好处 长处
步骤 流程
上限 最大值
费用 成本 开销 花费
风险 危险 隐患 危害
删除 移除 清除
故障 错误 失败
区别 差异 不同 差别
允许 许可
禁止 不得
修改 更改 变更 更新
恢复 还原 修复
检查 验证 核对
原因 缘故
选择 挑选
目的 目标
历史 起源 由来
`

const bySet = sets
  .trim()
  .split('\n')
  .map((line) => line.split(' ').map(porterStem))
const byStem = new Map(bySet.flatMap((stems) => stems.map((stem) => [stem, stems.filter((other) => other !== stem)])))
const none: readonly string[] = []

/** Stems that mean what a stem means. */
export const synonymsOf = (stem: string): readonly string[] => byStem.get(stem) ?? none

/** What a synonym counts beside the word itself. */
export const synonymShare = 0.7
