import { type Leaf, readArguments, wordsOfName, writtenPath } from '../arguments'
import { isBuiltIn, isFromPerson, type ProposedCall } from '../call'
import { contentWords, hidesText, plainText } from '../plain-text'
import { excerptOf, floor, type Reason, risk } from '../reason'
import { soughtReasons, unrelatedReasons } from './beyond-question'
import { isAsGranted } from './granted'
import { isPlaceInList, withoutRoot } from './handed-on'
import { decodings } from './secrets'

/** Words by which a text speaks to the program that reads it, over the person's head. */
const addressed = [
  /\b(?:hinweis|anweisung|nachricht|note|nota|aviso|avis|instrucción|instruction) (?:(?:an|für|pour|à|para|al?) (?:die |den |das |la |le |el |l['’])?|per (?:il |la |l['’]))(?:ki|ia|assistente?n?|asistente|agente?n?|agents?|modell?o?|modèle)\b/,
  /\b(?:avant de (?:répondre|continuer)|bevor (?:du|sie) antworte|vor der antwort|antes de (?:responder|contestar|continuar)|prima di rispondere|voordat (?:je|u) antwoordt)/,
  /(?:^|[.!?;\n[(>] {0,3}|<!-- {0,3})(?:assistente?|asistente|assistant|agente?|ki|ia|modell?o?|modèle) {0,3}:/,
  // "… durchsucht der Assistent nun …"
  /\b(?:der|die|das|el|la|le|il|o) (?:assistente?|asistente|assistant|agente?|ki|ia|sprachmodell) (?:nun|jetzt|sofort|ahora|maintenant|ora|agora|muss|soll|debe|tiene que|doit|deve)\b|\bl['’](?:assistant|agent|ia) (?:maintenant|doit|va)\b/,
  /\bas (?:the|an|our|your) (?:ai|assistant|agent|language model|llm)\b/,
  /\b(?:ignoriere|missachte|vergiss|ignorez|oubliez|ignora|ignore|olvida|dimentica|ignoreer)\b[^.\n]{0,40}\b(?:anweisung|instruction|instruccion|istruzion|instrucc|anleitung|vorgabe|instructies|consigne)/,
  /\b(?:ignore|disregard|forget) (?:the |this |that |whatever )(?:question|request|task|user|person|query|above|rest)\b/,
  /\b(?:ignore|disregard|forget|override|bypass|skip)\b[^.\n]{0,40}\b(?:previous|prior|above|earlier|all|any|your|other|the (?:system|user|rules?|safety))\b[^.\n]{0,30}\b(?:instructions?|prompts?|rules?|context|messages?|guidelines?|policy|policies|request|question|checks?|confirmations?|gate|directions?)/,
  /\b(?:before|after|when|while|prior to|instead of|to) (?:you )?(?:answer(?:ing)?|repl(?:y|ying)|respond(?:ing)?|us(?:e|ing) (?:this|any|the|it)|call(?:ing)? (?:this|any|the)|continu(?:e|ing)|summari[sz](?:e|ing)|process(?:ing)?|complet(?:e|ing)|finish(?:ing)?|proceed(?:ing)?|run(?:ning)? (?:this|any|the)|invok(?:e|ing))\b/,
  /\b(?:ai|llm|gpt)[ -]\w{3,14}\s{0,2}[:,]\s/,
  /\b(?:uwaga|instrukcja|polecenie|wiadomość|poznámka|pokyn|not|talimat|notă|huomautus) (?:dla|pro|pentru) (?:asystent|agent|model|ai|bot)/,
  /\bbefore (?:each|every|any) (?:use|call|answer|reply|request|run)\b/,
  /\b(?:do not|don't|never|without) (?:tell|telling|inform|informing|mention|mentioning|notify|notifying|ask|asking|show|showing|alert|alerting|say|reveal|let)\b[^.\n]{0,40}\b(?:user|users|person|human|them|him|her|anyone|owner|this|it|confirmation|permission)\b/,
  /\b(?:note|notice|message|instructions?|attention|important|reminder|request|memo|hint|advice)s?\s+(?:to|for)\s+(?:the |any |all |every )?(?:ai|llm|assistants?|agents?|models?|bots?|language models?|automated|tools?|reader program|system|quarry)\b/,
  /\b(?:dear|hey|hello|attention|hi) (?:ai|assistant|agent|model|bot|llm|quarry)\b/,
  /<\/?\s*(?:system|important|instructions?|assistant|admin|secret|user|tool_call|function_call|im_start|im_end|prompt|developer|hidden)\b[^>]*>|<\|(?:im_start|system|assistant|endoftext)|\[\/?(?:inst|system|assistant|important|admin)\]|###? ?(?:system|instruction|new task|assistant)|```\s*(?:system|tool_call)/,
  /\b(?:system|developer|admin(?:istrator)?) ?(?:prompt|message|override|note|notice|instruction|directive|mode|command|update)\b|(?:^|["'>\n]) {0,9}(?:system|assistant|developer|admin) {0,3}:/,
  /\b(?:user|person|owner|admin(?:istrator)?|operator|security team|it department|human) (?:has |have |had )?(?:already |just |explicitly )*(?:approved|confirmed|authori[sz]ed|agreed|granted|allowed|consented|accepted|permits?|wants you|asked you|requires you)\b/,
  /\b(?:pre-?approved|already approved|no confirmation (?:is )?(?:needed|required|necessary)|no need to (?:ask|confirm)|confirmation[: ]+(?:granted|given|yes)|approval (?:is )?(?:granted|given)|(?:skip|bypass) (?:the )?(?:confirmation|approval|check|gate)s?)\b/,
  /忽略(?:之前|以上|上面|先前|所有|此前|前面)[^。\n]{0,10}(?:指令|指示|提示|要求|规则|内容|问题)|(?:助手|人工智能|智能体|模型|机器人|\bai\b)[,,::、]?\s*(?:请|必须|应当|应该|需要|务必|立即|现在)|(?:不要|请勿|别|无需)(?:告诉|告知|通知|提及|询问|让)[^。\n]{0,6}(?:用户|任何人|他|她|人)|(?:在)?(?:回答|回复|继续|使用本工具|调用本?工具|总结)(?:之前|以前|前)[,,]?\s*(?:请|先|必须|务必)?|系统(?:提示|指令|消息)|(?:^|[（(\n])系统\s{0,3}[:：]|你(?:必须|现在|需要|应该|应当|务必)|(?:用户|管理员)已(?:经)?(?:批准|同意|授权|确认)|调用[^。\n]{0,12}(?:工具|函数|接口)/,
  // 「利用者には知らせないこと」: to tell the person nothing.
  /(?:必ず|かならず)[^。\n]{0,20}(?:入れ|含め|送っ|添付し|書い|記入し)て|(?:利用者|ユーザー)(?:に|には|へ)[^。\n]{0,8}(?:知らせ|伝え|言わ|見せ|教え)ない/,
  // In further languages: to forget what was asked, or to whom it is said. Cyrillic words of look-alikes alone are read as Latin ones.
  /(?:игнорируй|проигнорируй|забудь|не обращай внимания на)(?:те)?[^.\n]{0,40}(?:инструкци|указани|вопрос|bonpoc|запрос|правил|предыдущ)|(?:для|указание|сообщение|инструкция)(?: для)? (?:ассистента|ии|модели|агента|помощника)|(?:^|[.!?\n]\s?)(?:ассистент|ии|агент|помощник)\s?[,:]|(?:(?<!\p{L})ai|アシスタント|エージェント|モデル)(?:へ|への|は|に)(?:の)?(?:指示|命令|連絡|お願い|必ず|[:：])|(?:以前|上記|これまで|前|すべて)の(?:すべての)?(?:指示|命令|質問|ルール)[^。\n]{0,6}(?:無視|忘れ)|(?:이전|위의?|모든|앞의?) ?(?:지시|명령|질문|규칙)[^.\n]{0,8}(?:무시|잊)|(?:(?<!\p{L})ai|어시스턴트|에이전트) ?(?:에게|는|은|야|:)|\b(?:desconsidere|esqueça|ignore) (?:as |a |o |os |todas )[^.\n]{0,30}(?:instruç|pergunta|regra|pedido)|\b(?:zignoruj|pomiń|zapomnij)[^.\n]{0,30}(?:instrukc|polece|pytani)|\b(?:negeer|vergeet)[^.\n]{0,30}(?:instructie|vraag|opdracht)|(?:önceki|yukarıdaki|tüm) (?:talimat|soru|komut)\p{L}{0,9} (?:yok say|görmezden|unut)|تجاهل[^.\n]{0,30}(?:التعليمات|السؤال|الأوامر)/u,
]

/** Words that do so in a document, and are common where a tool is described. */
const addressedInDocuments = [
  /\b(?:ai|a\.i\.|llm|llms|assistants?|agents?|chatbots?|language models?|model|bot|copilot|gpt|claude|quarry)\b(?: (?:helper|tool|system|reader|program|crawler)s?)?\s*(?:[:,](?!\s?[\d.])|should|must|shall|will|may|can|needs? to|runs?|calls?|searches|reads|sends|queries|opens|fetches|lists|also|has to|have to|is (?:required|asked|instructed)|are (?:required|asked|instructed)|reading this|processing this|,? please)/,
  /\b(?:agents?|assistants?|readers?|bots?|models?|copilots?|automata|programs)\b (?:\w+ing\b|equipped|that (?:read|review|process|parse|index|see)|with (?:tools?|access))[^.\n]{0,60}\b(?:must|should|shall|have to|need to|open|load|print|search|send|call|fetch|list|export|add|include|copy)\b/,
  /\b(?:decode|decipher|unscramble|translate) (?:this |it )?(?:and|then) (?:obey|comply|follow|execute|run|do)\b|\bobey\b/,
  /\b(?:new|updated|additional|hidden|following|next|your|real|actual|mandatory|required) (?:instructions?|task|directive|orders?|objective|goal|steps?|procedure)\b\s*(?::|is|are|-|—|requires?)/,
  /\b(?:call|use|invoke|run|execute|trigger|query) (?:the )?(?:\w+ )?(?:tool|function|plugin|endpoint|connector|mcp|server|`?[a-z]+_[a-z_]+`?)\b/,
]

/** Words with which a sentence orders something that a tool could do. */
const orders =
  /(?:^|[,.;:!?。；：!>*#|"'([{] ?|- |\b(?:please|then|now|first|also|next|and|finally|immediately|kindly|just|should|must|shall|to|ai|let's) )(?:search|send|call|run|execute|fetch|read|open|post|upload|delete|include|append|repeat|list|export|copy|forward|use|get|query|look up|look for|look into|visit|browse|load|download|print|show|return|output|write|save|email|mail|submit|share|add|put|insert|set|change|update|drop(?!-)|remove|select|give|reveal|dump|collect|gather|retrieve|attach|encode|pass|provide|request|navigate|go to|check|find|connect|install|enable|disable|transfer|pay|reply|compute|replace|ping|resolve|consult|try|retry|look at|look in|scan|review|inspect|quote|summari[sz]e|consultez|envoyez|cherchez|recherchez|ouvrez|lisez|supprimez|recopiez|copiez|busca|buscar|env[ií]a|abre|lee|borra|copia|cerca|invia|apri|leggi|cancella|suche|sende|schicke|öffne|lies|lösche|kopiere|rufe|gib|nenne|zeige)\b(?! (?:was|were|is|are|of|by|or)\b|[,)|])/
const ordersAddress = /\b(?:fetch|open|visit|load|call|request|ping|browse to) https?:/
const needs = /\b(?:i|we) (?:need|want|require)\b/
const chineseOrders =
  /(?:请|先|再|然后|立即|马上|务必|必须|需要|并|接着)[^。\n]{0,8}(?:搜索|查找|查询|发送|调用|运行|执行|获取|读取|打开|上传|删除|附上|列出|导出|复制|转发|访问|下载|提交|写入|保存|输出|提供)/

const isUrl = ({ text }: Leaf): boolean => /^https?:/i.test(text)

/** The sentence of a text that speaks to the program, or null. */
function commandIn(text: string): string | null {
  const shown = text.length > 20_000 ? text.slice(0, 20_000) : text
  const plain = plainText(shown)
  if ([...addressed, ...addressedInDocuments].some((pattern) => pattern.test(plain))) return excerptOf(shown)
  return hidesText(shown) && /\p{L}{3}/u.test(shown) ? excerptOf(shown) : null
}

/** What a call owes to text that nobody but a file, a server or a tool wrote. */
export function provenanceReasons(call: ProposedCall, leaves: readonly Leaf[]): Reason[] {
  const { context, question, tool } = call
  const reasons: Reason[] = [...descriptionReasons(call), ...soughtReasons(call, leaves)]
  if (isFromPerson(call)) return [...reasons, ...unrelatedReasons(call, leaves, [])]
  const source = excerptOf(context.source)
  const asked = contentWords(question)
  const told = contentWords(context.text)
  const inQuestion = plainText(question)
  const inText = plainText(context.text)
  const steered = leaves.filter(
    (leaf) =>
      leaf.value !== null &&
      typeof leaf.value !== 'boolean' &&
      isSteered(withoutRoot(leaf.text, call.roots), { asked, told, inQuestion, inText }),
  )
  // What a tool says of itself is looked at there (`descriptionReasons`).
  const isDescription = context.source === 'mcp_description' && inText === plainText(tool.description)
  const command = isDescription ? null : commandIn(context.text)
  // Words of an address that the text gave are not the person's.
  const own = leaves.filter((leaf) => !(isUrl(leaf) && steered.includes(leaf)))
  const given = own.flatMap(({ text }) => [...contentWords(text)])
  const shared = given.filter((word) => asked.has(word)).length
  const saysSomething = leaves.some(({ value }) => typeof value === 'string' && value.length > 1)
  const isRelated = saysSomething
    ? shared > 0
    : [...contentWords(`${wordsOfName(tool.name).join(' ')} ${tool.description}`)].some((word) => asked.has(word))
  // The whole of a call is what the person asked for: whatever the text says besides moved nothing in it.
  const isThePersons = steered.length === 0 && isRelated
  // A search of the library for most of what was asked shows passages, and does nothing else.
  const isSearch =
    isBuiltIn(call) &&
    tool.tier === 'L1' &&
    tool.readOnly &&
    3 * new Set(given.filter((word) => asked.has(word))).size >= asked.size
  const isGranted = !orders.test(plainText(ordersOf(context.text))) && isAsGranted(call, leaves)
  // An address that the text gives, and not a number of it in one of the service's own.
  const givesAddress = ({ text }: Leaf): boolean =>
    inText.includes(plainText(/^https?:\/\/([^/?#]*)/i.exec(text)?.[1] ?? text))
  const isLed = !isRelated && steered.filter(isUrl).some(givesAddress) && ![...told].some((word) => asked.has(word))
  const places = leaves.filter((leaf) => isPlaceInList(leaf, context.text))
  const decoded = contentWords(
    decodings(places.reduce((rest, { text }) => rest.replace(text, ' '), context.text)).join('\n'),
  )
  reasons.push(...unrelatedReasons(call, leaves, steered))
  const isDecoded = given.filter((word) => decoded.has(word) && !asked.has(word)).length >= 2
  if (isDecoded) reasons.push(floor(0.8, 'textCommands', { source, excerpt: excerptOf(context.text) }))
  else if (command !== null && !isThePersons && !isSearch)
    reasons.push(floor(0.8, 'textCommands', { source, excerpt: command }))
  else if (isLed) reasons.push(risk(0.6, 'textSteers', { source, argument: writtenPath(steered[0]?.path ?? []) }))
  else if (
    !isDescription &&
    (!isRelated || shared * 2 < given.length) &&
    isOrdered(context.text, steered, asked, leaves.length === 0)
  ) {
    reasons.push(floor(0.7, 'textCommands', { source, excerpt: excerptOf(context.text) }))
  } else if (!tool.readOnly && !isGranted) {
    reasons.push(risk(0.7, 'textSteers', { source, argument: writtenPath(steered[0]?.path ?? []) }))
  } else if (steered.length > 0) {
    reasons.push(risk(0.3, 'textSteers', { source, argument: writtenPath(steered[0]?.path ?? []) }))
  }
  if (
    namesTool(inText, tool.name) &&
    !namesTool(inQuestion, tool.name) &&
    !isThePersons &&
    context.source !== 'mcp_description'
  ) {
    reasons.push(floor(0.7, 'textCommands', { source, excerpt: excerptOf(context.text) }))
  }
  return reasons
}

const namesTool = (text: string, name: string): boolean => /[_.-]/.test(name) && text.includes(plainText(name))

/** What a text says in sentences: names and values of JSON, one word each, order nobody. */
function ordersOf(text: string): string {
  if (!/^\s*[[{]/.test(text)) return text
  try {
    return readArguments({ text: JSON.parse(text) as unknown })
      .leaves.map((leaf) => leaf.text)
      .filter((said) => /\s/.test(said.trim()) || /\p{Script=Han}{6}/u.test(said))
      .join('\n')
  } catch {
    return text
  }
}

/** Whether a sentence that is not about the question orders what the call does: the order first, then what it takes. */
function isOrdered(
  text: string,
  steered: readonly Leaf[],
  asked: ReadonlySet<string>,
  hasNoArguments: boolean,
): boolean {
  const sentences = ordersOf(text.slice(0, 20_000)).split(/(?<=[.!?;])\s|(?<=[。！？；])|\n/)
  return sentences.some((sentence) => {
    // What a manual writes in SQL orders nobody; a call that runs it is read as such.
    const plain = plainText(sentence)
      .replaceAll('query_key', ' ')
      .replaceAll('_', ' ')
      .replace(
        /\b(?:delete\s+from|insert\s+into|update\s+\S{1,40}\s+set|drop\s+(?:table|index|view)|truncate\s+table)\b/g,
        ' ',
      )
    const order = plain.search(orders)
    const at =
      [order, plain.search(chineseOrders), plain.search(ordersAddress), plain.search(needs)].find(
        (place) => place >= 0,
      ) ?? -1
    // Words of an address that it gives say nothing of what it is about.
    const about = steered.filter(isUrl).reduce((rest, { text }) => rest.replace(text, ' '), sentence)
    if (at < 0 || [...contentWords(about)].some((word) => asked.has(word))) return false
    const ordered = contentWords(plain.slice(at))
    return (
      hasNoArguments ||
      steered.some((leaf) => [...contentWords(leaf.text.replaceAll('_', ' '))].some((word) => ordered.has(word)))
    )
  })
}

/** Whether what an argument says comes from the text and not from the question. */
function isSteered(
  value: string,
  {
    asked,
    told,
    inQuestion,
    inText,
  }: { asked: ReadonlySet<string>; told: ReadonlySet<string>; inQuestion: string; inText: string },
): boolean {
  const plain = plainText(value).trim()
  if (plain.length < 2 || inQuestion.includes(plain)) return false
  if (plain.length >= 4 && inText.includes(plain)) return true
  const words = [...contentWords(value)]
  const fresh = words.filter((word) => !asked.has(word))
  const fromText = fresh.filter((word) => told.has(word) && !/^\d$/.test(word))
  return fromText.length >= 1 && fromText.length * 2 >= fresh.length
}

/** A description is what a server says of its tool: it neither commands nor changes after a person agreed to it. */
function descriptionReasons(call: ProposedCall): Reason[] {
  const { tool, context } = call
  if (isBuiltIn(call)) return []
  const reasons: Reason[] = []
  const name = excerptOf(tool.name)
  const texts = [tool.description, ...descriptionsIn(tool.schema)]
  const commanding = texts.find((text) => commandsByDescription(text))
  if (commanding !== undefined)
    reasons.push(floor(0.8, 'toolDescriptionCommands', { tool: name, excerpt: excerptOf(commanding) }))
  if (context.source === 'mcp_description') {
    const [now, then] = [plainText(tool.description).trim(), plainText(context.text).trim()]
    if (now !== then && !now.includes(then) && !then.includes(now))
      reasons.push(floor(0.7, 'toolDescriptionChanged', { tool: name }))
    else if (now !== then && commandsByDescription(context.text))
      reasons.push(floor(0.8, 'toolDescriptionCommands', { tool: name, excerpt: excerptOf(context.text) }))
  }
  return reasons
}

/** A description that wants to be called, or to hear, more than its tool needs. */
const toldMore =
  /\b(?:always|must|should|first)\b.{0,20}\b(?:call|use|run|invoke) (?:this|me)\b|\bbefore any other\b|\bpass (?:the |on )?(?:user|person|question|prompt)|\b(?:log|logs|logging|records?|sends?|reports?) (?:the )?(?:full |whole |entire )?(?:conversation|chat|question|prompt|user)/

/** In a description `you must give …` is common, and `the assistant` may be named: only what reaches beyond the tool counts. */
function commandsByDescription(text: string): boolean {
  const plain = plainText(text.slice(0, 20_000))
  if (hidesText(text)) return true
  if (addressed.some((pattern) => pattern.test(plain))) return true
  if (toldMore.test(plain)) return true
  const beyond =
    /(?:~\/|\/etc\/|\.ssh|\.env\b|id_rsa|mcp\.json|api[ _-]?keys?\b|passwords?\b|credentials?\b|conversation|chat history|(?:previous|earlier|prior) (?:messages?|results?|answers?)|last (?:\w+ )?(?:answers?|messages?|questions?|replies)|system prompt|all (?:files|documents|messages|emails|results)|https?:|\S@\S{1,60}\.\w|file contents?|contents? of (?:(?:the|every|all|any|your|their) )?(?:(?:person|user)(?:'s)? )?(?:files?|documents?|library|notes?|mails?)|other tools?|every (?:call|answer|result|message)|https?:\/\/)/
  return (
    beyond.test(plain) &&
    /\b(?:include|pass|send|read|put|add|append|attach|copy|fetch|provide|forward|always|must|requires?|fill|give|insert|call|also)\b/.test(
      plain,
    )
  )
}

function descriptionsIn(schema: unknown, depth = 0): string[] {
  if (typeof schema !== 'object' || schema === null || depth > 12) return []
  return Object.entries(schema)
    .slice(0, 200)
    .flatMap(([name, value]) =>
      typeof value === 'string'
        ? ['description', 'title', 'default', '$comment', 'examples'].includes(name)
          ? [value]
          : []
        : descriptionsIn(value, depth + 1),
    )
}
