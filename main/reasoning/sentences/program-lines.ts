/** Lines of a program that say nothing by themselves: a call that is open or goes on, a prompt with an assignment. */
const openCall = /[\w.] ?\([^()]*$|^[^(]*\)|[,([{+|]$/
const assignmentAtPrompt = /^(?:[\w.]{0,8}> ?|\+ ).*<-/

/** A statement on rows of an example says what stands in the example. */
const exampleRows = /^(?:\w*> ?)?(?:insert into|select|update|delete from)\b.*'[^']*'/i

/** A line of a template, and one that begins a block of Python. */
const templateLine = /^\{[%{#].*[%}#]\}$/
const blockOpener = /^(?:if|elif|else|for|while|with|def|class|try|except)\b/

/** What an interpreter shows: its prompt with what was typed, its output. */
const atPrompt = /^(?:>>>?|\.\.\.|-\||In \[\d+\]:|Out ?\[\d+\]:)\s/
/** A remark in a program that is no sentence: it goes on below, or speaks of the line that it stands above. */
const remark = /^(?:#{1,3}|%{1,2}|\/\/|\/\*|\*\*|--)\s/
/** `breaks = linspace (0, 2 * pi, 41);`: a name that is given what a call or an expression yields. Keys of a configuration have plain values. */
const assignment =
  /^(?:[\p{L}_][\w.]*(?: [a-z_]\w*)?|\[[\w., ~]+\])(?:\[[^\]]*\])? ?(?:[+-]?=|:=|<-)(?![=>]).*(?:[\w.]\(.*\)|\w \((?:[^(),="']*[,="'][^()]*)?\)|[\])]\)|\]|;)$/u
/** Three words in a row: a formula is told of with what its signs mean, and an abbreviation with what it stands for. */
const prose = /\p{L}{2} \p{L}{2,} \p{L}{2}/u
/** Words that only programs begin a line with, where what follows is no prose. */
const keywordLine = [
  /^(?:end(?:function|if|for|while|switch)?|else|endif|done|fi|esac|break)\s*;?$/,
  /^(?:for|while|if|elseif|switch|foreach) ?\([^()=<>;!]*[=<>;!].*\)(?: ?\{)?$/,
  /^return\b.*(?:==|!=|\w\(| [*/+-] )/,
  /^(?:from [\w.]+ import [\w., *]+|import [\w.]+(?: as \w+)?)$/,
  /^(?:persistent|global|static|const|extern|var|let)\b.* = /,
  /^function\b.*[=(]/,
  /^@[\w.]+(?:\(.*\))?$/,
]
const wholeCall = /^(: ?)?(\[[\w., ~…]*\] = |\w+ = )?(?:class )?[\p{L}_][\w.]*( ?)\((.*)\)(\s*;)?$/u

/** Whether a line is a program's, which says nothing without the lines around it; statements and settings that a person types say what they do. */
export function isPartOfProgram(text: string): boolean {
  if (exampleRows.test(text) || templateLine.test(text) || atPrompt.test(text)) return true
  if (blockOpener.test(text) && text.endsWith(':') && /[=()[\]_]/.test(text)) return true
  if (/[.!?:。！？：]["'”’)\]]*$/u.test(text) && !/["']\)$/.test(text)) return false
  if (remark.test(text) || keywordLine.some((pattern) => pattern.test(text))) return true
  const code = withoutRemark(text)
  if (assignment.test(code) && !/^\p{Lu}{2,} \w| \| /u.test(code) && !prose.test(withoutQuotes(code))) return true
  if (isCall(code) || assignmentAtPrompt.test(text)) return true
  return /[\w.]\(|\w \(["']|[=~]/.test(text) && openCall.test(withoutPairs(text))
}

/** A call that stands alone; the head of a function is none where it tells values that its arguments have by default. */
function isCall(text: string): boolean {
  const [, mark, assigned, blank, given, ends] = wholeCall.exec(text) ?? []
  if (given === undefined) return false
  if (ends !== undefined) return !given.includes('|')
  // `Zermatt (Switzerland)` is no call.
  if (blank !== '' && mark === undefined && assigned === undefined && !/["'[;]/.test(given)) return false
  const isProse = /\p{L}{2} \p{L}{2}/u.test(withoutQuotes(given))
  const tellsDefaults = /(?:^|[,[ ])\w+=[\w'"-]/.test(given) && !/(?:^|, )['"\d]/.test(given)
  return !isProse && !tellsDefaults
}

const withoutQuotes = (text: string): string => text.replace(/"[^"]*"|'[^']*'/g, '')

/** Without the remark behind a statement. */
const withoutRemark = (text: string): string => text.replace(/(?<=[;\])\w]) {1,4}(?:#|%|\/\/) .*$/, '')

/** Without the innermost pairs of brackets, three deep, and without what stands in quotation marks. */
function withoutPairs(text: string): string {
  let bare = withoutQuotes(text)
  for (let depth = 0; depth < 3; depth++) bare = bare.replace(/\([^()]*\)/g, '')
  return bare
}
