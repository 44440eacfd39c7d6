import { describe, expect, it } from 'vitest'
import { danglingOf } from '../../../../main/reasoning/sentences/candidate'
import { sentenceDefect } from '../../../../main/reasoning/sentences/quality'

describe('sentenceDefect', () => {
  it.each([
    'The surface temperature increases with the thickness of the layer.',
    'it is concluded that complete similarity obtains only when aircraft and model are identical .',
    'Fay and Riddell (1958) found that dissociation matters above Mach 10.',
    'The results of Smith et al. show that 12 of 40 samples failed within 3 days.',
    '东关街位于江苏省扬州市，是一条历史悠久的老街。',
    '如果系统严重损坏，应当把系统完整备份到安全的地方（参见第 10.2 节），再重新安装。',
    '本书店位于城南，下面是河，上面是山。',
    'Name: Ada; Born: 1815; Field: mathematics',
    'Chur field site | 4.7 | heat pump',
    'MAX_SACKS: Default: 500',
    'The windmill at Osk grinds barley on two pairs of stones.',
    'Ducks eat bread and seeds.',
    'When you log in, the shell reads the first of these files that exists.',
    'The cookie is sent along with each request that goes to the same server.',
    'Copyright covers what is written as well as what is drawn, and lasts for 70 years.',
    'Mirrors are kept at https://one.example/pub and https://two.example/pub for those who live far away.',
    'Call bind(fd, addr) before listen(fd), as the example in the manual of the system does.',
    'The control = list(adapt_delta = 0.95) argument makes the sampler take smaller steps.',
    'SELECT picks rows, and UPDATE changes them in place.',
    'PRAGMA journal_mode=WAL turns the log on for this database.',
    'The gateway works as Section 4 describes for valves of this kind.',
    'Section 5 requires that the controller keeps a record of each request.',
    'Let us assume nothing about the order of messages, as any may be lost.',
    'Finally, we show that 92% of the failures were due to wrong handling of errors.',
    'J.P. Morgan was asked in 1895 to lend gold to the treasury.',
    'Each application provides one file, which is installed in the directory as described above.',
  ])('lets stand: %s', (sentence) => {
    expect(sentenceDefect(sentence)).toBeNull()
  })
  it.each([
    ['Copyright 1960 by the authors. All rights reserved.', 'boilerplate'],
    ['Home | About | Contact | Sign in to your account', 'boilerplate'],
    ['Figure 2. Temperature in the slab at different times.', 'boilerplate'],
    ['图3：公园平面图，比例尺见下。', 'boilerplate'],
    ['1 Introduction ........ 4', 'boilerplate'],
    ['3.2 Fitting environmental variables | 16', 'boilerplate'],
    ['版权所有，未经许可不得转载。', 'boilerplate'],
    ['本节描述系统是怎样启动的，以及各个阶段。', 'signpost'],
    ['“真正的启动器”由它提供，本章节讲述该启动系统。', 'signpost'],
    ['让我们来看看这些命令是怎样工作的。', 'signpost'],
    ['有关文件系统的更多信息，请参考内核的文档。', 'signpost'],
    ['（参见第 10.2 节 “备份和恢复”）。', 'signpost'],
    ['这样一个文本只是为了一个操作系统而存在的么？', 'question'],
    ['[1] Smith, J., and Doe, A., J. Heat Transfer, vol. 3, no. 2, pp. 1-20.', 'reference'],
    ['Smith, J., and Doe, A. (1998). Heat transfer in slabs and walls.', 'reference'],
    ['John Smith, Ada Miller, Robert Jones, Mary Brown', 'names'],
    ['Department of Mechanics, Example University, Springfield', 'names'],
    ['an investigation of the wing in a slipstream .', 'noVerb'],
    ['which was shown by the tests in the tunnel', 'fragment'],
    ['constructed of the same materials as the aircraft will be similar .', 'fragment'],
    ['by dimensional analyses it is shown that ..', 'fragment'],
    ['The format is as described above.', 'signpost'],
    ['The format of these files and of the packages are explained in the following sections.', 'signpost'],
    ['The next plot is an example of this for the second endpoint.', 'signpost'],
    ['The code below creates the variables that the model needs and plots them.', 'signpost'],
    ['Before describing how formulas are parsed (Section 2), we give an informal explanation.', 'signpost'],
    ['Section 4 describes how Spanner uses TrueTime to implement transactions.', 'signpost'],
    ['As most datasets are not tidy, Section 3 describes the operations that make them so.', 'signpost'],
    ['The previous sections described how leaders are elected.', 'signpost'],
    ['We begin our evaluation by examining the migration of a server.', 'signpost'],
    ['Next, I give examples of tidy and messy tools for analysis.', 'signpost'],
    ['Table [tab:sizes] presents the sizes of all mills.', 'signpost'],
    ['Let us explain the interactions for a simple read with reference to Figure 1.', 'signpost'],
    ['L.K. Grover, A fast quantum mechanical algorithm for estimating the median, quant-ph/9607024.', 'reference'],
    ['“Distance-based tests for homogeneity.” Biometrics, 62, 245–253.', 'reference'],
    ['fit1 <- brm(formula = time | cens(censored) ~ age * sex + disease', 'code'],
    ['prior = c(set_prior("normal(0,5)", class = "b"),', 'code'],
    ['control = list(adapt_delta = 0.95))', 'code'],
    ['> k <- sample(nrow(BCI), 6)', 'code'],
    ["INSERT INTO mail(docid, body) VALUES(1, 'found it too slow');", 'code'],
    ["sqlite> SELECT * FROM mail WHERE subject = 'database'; -- Slow.", 'code'],
    ['{% for message in messages %}', 'code'],
    ["if request.method == 'POST':", 'code'],
    ['if the file is missing, do this:', 'fragment'],
    ['D1 = 1 − | p² | Simpson | (2)', 'symbols'],
    ['where the first factor is the variance of the residuals of the model.', 'continuation'],
    ['It is.', 'tooShort'],
    ['3.2 4.5 6.7 8.9 1.2 3.4 5.6 7.8 9.0', 'symbols'],
    ['What would happen if the layer were thicker?', 'question'],
  ])('turns away: %s', (sentence, defect) => {
    expect(sentenceDefect(sentence)).toBe(defect)
  })
  it('turns away what is too long', () => {
    expect(sentenceDefect(`The ${'very '.repeat(90)}long sentence is here.`)).toBe('tooLong')
  })
})

describe('danglingOf', () => {
  it.each([
    ['However, it falls when the contact resistance grows.', 'pronoun'],
    ['This shows that the layer is thin.', 'pronoun'],
    ['However, the pressure falls.', 'leaning'],
    ['Using these glues, programs are put together.', 'pronoun'],
    ['The other 57% of the failures are caused by handling errors.', 'leaning'],
    ['Using glue, programs are put together.', 'none'],
    ['This paper presents a method.', 'none'],
    ['It is shown that the layer is thin.', 'none'],
    ['The layer is thin.', 'none'],
    ['他们随后离开了北京。', 'pronoun'],
    ['因此气温下降。', 'leaning'],
    ['公园位于曼谷。', 'none'],
  ] as const)('%s is %s', (sentence, dangling) => {
    expect(danglingOf(sentence)).toBe(dangling)
  })
})
