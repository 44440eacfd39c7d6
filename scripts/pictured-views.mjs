// What the window is pictured in: every view in its states, themes, languages and widths. See picture-window.mjs.

const citation = async (page, n) => {
  await page.locator(`#report-body [data-citation="${n}"]`).first().click()
  await page.waitForSelector('[data-testid=highlight], [data-testid=kept-text]')
}
const work = async (page) => {
  await citation(page, 2)
  await page.locator('[data-testid=source-view] button:has(.lucide-book-marked)').click()
  await page.getByTestId('work-origin').waitFor()
}
const answer = async (page, n) => {
  await page.locator(`#report-body [data-citation="${n}"]`).first().click()
  await page.waitForSelector('[data-testid=answer-view]')
}
const correct = async (page) => {
  await answer(page, 5)
  await page.getByTestId('reading').getByRole('button').click()
  await page.getByTestId('corrected-reading').waitFor()
}
const runAgain = async (page, n) => {
  await answer(page, n)
  await page.getByTestId('run-again').getByRole('button').click()
  await page.getByTestId('run-again').getByRole('status').scrollIntoViewIfNeeded()
}
const tab = (page, name) => page.getByTestId('resource-detail').locator(`[role=tab][id$="-trigger-${name}"]`).click()
const server = (name) => async (page) => {
  await resource(page, name)
  await tab(page, 'server')
  await page.getByTestId('server').waitFor()
}
const service = (name) => async (page) => {
  await resource(page, name)
  await tab(page, 'health')
  await page.getByTestId('service-health').scrollIntoViewIfNeeded()
}
const searchPalette = (words) => async (page) => {
  await page.keyboard.press('Control+k')
  await page.keyboard.type(words)
  await page.waitForTimeout(500)
}
const searchFor = (words) => async (page) => {
  await page.locator('#search-text').fill(words)
  await page.waitForTimeout(400)
}
/** Narrowed by a type and a tag, and the first hit explained. */
const narrowedSearch = async (page) => {
  await searchFor('heat transfer stagnation')(page)
  for (const menu of [0, 3]) {
    await page.getByTestId('search-filters').locator('[aria-haspopup=menu]').nth(menu).click()
    await page.getByRole('menuitemcheckbox').first().click()
    await page.keyboard.press('Escape')
  }
  await page.locator('[aria-controls]:text-matches("why|为何", "i")').first().click()
  await page.getByTestId('explained').waitFor()
}
/** A hit open beside the list, with a note being written on it. */
const openedHit = async (page) => {
  await searchFor('heat transfer stagnation')(page)
  await page.getByTestId('hit').nth(1).locator('[data-hit]').click()
  await page.getByTestId('own-notes').locator('button').nth(1).click()
  await page.getByTestId('own-notes').locator('textarea').fill('Mach 14 is beyond what the tunnel reaches.')
}
const labels = async (page) => {
  const row = page.getByTestId('source-list').locator('li').first()
  await row.hover()
  await row.locator('[aria-haspopup=menu]').click()
  await page
    .getByRole('menuitem')
    .filter({ has: page.locator('.lucide-tag') })
    .click()
  await page.getByTestId('labels').waitFor()
}
const connections = (page) => page.getByTestId('calls-page').getByRole('tab').nth(1).click()
const openDomain = (page) => page.getByTestId('domain').nth(2).getByRole('button').first().click()
const domainButton = (icon) => async (page) => {
  await openDomain(page)
  await page.getByTestId('domain').nth(2).locator(`button:has(.lucide-${icon})`).click()
}
const zoomedMap = async (page) => {
  await page.getByTestId('domain-map').getByRole('group').focus()
  for (let step = 0; step < 6; step++) await page.keyboard.press('+')
  await page.keyboard.press('ArrowLeft')
  const box = await page.getByTestId('domain-map').boundingBox()
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
}
const answerRecords = (page) => page.getByTestId('memory-page').getByRole('tab').nth(1).click()
const openGiven = async (page) => {
  await page.getByTestId('given').locator('summary').first().click()
  await page.locator('[data-section=remembered]').scrollIntoViewIfNeeded()
}
const scan = (page) => page.getByTestId('resources').locator('header button').first().click()
/** Has the first member's levels open to be set. */
const staffLevels = async (page) => {
  await page.locator('[data-testid=member] button').nth(0).click()
  await page.getByTestId('staff-levels').locator('summary').click()
  await page.getByTestId('staff-levels').scrollIntoViewIfNeeded()
}

const settings = (page) => page.keyboard.press('Control+,')
const advanced = async (page) => {
  await settings(page)
  const box = page.locator('[data-testid=settings] details').last()
  await box.locator('summary').click()
  await box.evaluate((one) => one.scrollIntoView())
}
const roleEngines = async (page) => {
  await settings(page)
  await page.getByTestId('role-engines').locator('summary').click()
  await page.getByTestId('role-engines').evaluate((one) => one.scrollIntoView())
}
const knownModels = async (page) => {
  await settings(page)
  await page.getByTestId('known-models').evaluate((one) => one.scrollIntoView())
}
const httpApi = async (page) => {
  await settings(page)
  await page.getByTestId('http-api').evaluate((one) => one.scrollIntoView())
}
const reranker = async (page) => {
  await settings(page)
  const section = page.getByTestId('reranker')
  await section.scrollIntoViewIfNeeded()
  if ((await section.getByRole('button').count()) > 0) await section.getByRole('button').click()
}
const roleInstructions = async (page) => {
  await settings(page)
  const section = page.getByTestId('role-instructions')
  await section.locator('summary').click()
  await section.locator('textarea').nth(3).fill('Write short sentences. Give figures with their units.')
  await section.scrollIntoViewIfNeeded()
}
const settingsFile = async (page) => {
  await settings(page)
  await page.getByTestId('settings-file').scrollIntoViewIfNeeded()
}
const failedErrors = async (page) => {
  await page.getByRole('tab').nth(3).click()
  await page.getByTestId('session-errors').locator('summary').first().click()
  await page.getByTestId('session-errors').scrollIntoViewIfNeeded()
}
const openTurns = async (page) => {
  for (const box of (await page.getByTestId('model-turns').locator('summary').all()).slice(1)) await box.click()
}
const testedRules = async (page) => {
  await settings(page)
  const bench = page.getByTestId('rule-bench')
  await bench.locator('textarea').fill('{ "tool": "sql_query", "arguments": { "sql": "SELECT * FROM customers" } }')
  await bench.getByRole('button').click()
  await bench.scrollIntoViewIfNeeded()
}
const hosts =
  (...written) =>
  async (page) => {
    await settings(page)
    const network = page.getByTestId('network')
    await network.getByRole('radio').nth(2).click()
    for (const host of written) {
      await network.getByRole('textbox').fill(host)
      await page.keyboard.press('Enter')
    }
    await network.scrollIntoViewIfNeeded()
  }
const manyHosts = hosts(
  'api.example.org:443',
  '*.data.example.net',
  '10.0.0.7',
  '[fd00::1]:5432',
  `${'a-very-long-name.'.repeat(8)}example`,
  'https://x.example/v1',
)
const unanswered = async (page) => {
  await page.getByRole('tab').nth(1).click()
  await page.locator('#need').fill('a need that nothing here serves')
  await page.keyboard.press('Enter')
}
const learned = async (page) => {
  await page.getByTestId('resources').getByRole('tab').nth(2).click()
  await page.waitForTimeout(150)
}
const drop = async (page) => {
  await page.evaluate(() => {
    const held = new DataTransfer()
    held.items.add(new File(['x'], 'dropped'))
    window.dispatchEvent(new DragEvent('drop', { dataTransfer: held, bubbles: true, cancelable: true }))
  })
  await page.waitForSelector('[data-testid=intake]')
}
const resource = async (page, name) => {
  await page.locator('[data-testid=resource]', { hasText: name }).first().click()
  await page.waitForSelector('[data-testid=resource-detail] h2')
  await page.waitForTimeout(150)
}
const match = async (page) => {
  await page.getByRole('tab').nth(1).click()
  await page.locator('#need').fill('Which runs had the highest heat flux, and what do papers say of it?')
  await page.keyboard.press('Enter')
  await page.waitForSelector('[data-testid=match]')
}
/** Name of a picture → the scenario of `renderer/dev` (its name where none is given), how it is shown, what is done first. */
const chart = (page) => page.getByTestId('chart').last().scrollIntoViewIfNeeded()
const bars = (page) => page.getByTestId('chart').first().scrollIntoViewIfNeeded()

export const pictures = {
  empty: {},
  'empty-dark': { state: 'empty', theme: 'dark' },
  opening: { shows: 'opening' },
  'opening-remembered': { shows: 'opening', act: (page) => page.waitForTimeout(5200) },
  'zh-opening-remembered': { state: 'opening-remembered', language: 'zh-CN', theme: 'dark', shows: 'opening' },
  locked: { shows: 'start-failure' },
  'zh-locked': { state: 'locked', language: 'zh-CN', theme: 'dark', shows: 'start-failure' },
  rules: {
    state: 'report',
    act: async (page) => {
      await settings(page)
      await page.getByTestId('rules').scrollIntoViewIfNeeded()
    },
  },
  engines: { state: 'empty', act: (page) => page.getByTestId('engine').first().click() },
  'w900-engines': {
    state: 'empty',
    width: 900,
    language: 'zh-CN',
    act: (page) => page.getByTestId('engine').first().click(),
  },
  reranker: { state: 'weighed', act: reranker },
  'zh-reranker-none': { state: 'report', language: 'zh-CN', theme: 'dark', act: reranker },
  'settings-file-none': { state: 'report', act: settingsFile },
  'settings-file': { state: 'weighed', act: settingsFile },
  'zh-settings-file': { state: 'weighed', language: 'zh-CN', theme: 'dark', act: settingsFile },
  'w600-settings-file': { state: 'weighed', width: 600, act: settingsFile },
  'settings-model': { state: 'report', act: settings },
  'zh-settings-model': { state: 'report', language: 'zh-CN', theme: 'dark', act: settings },
  'settings-models': { state: 'report', act: knownModels },
  'zh-settings-models': { state: 'report', language: 'zh-CN', theme: 'dark', act: knownModels },
  'w900-settings-models': { state: 'report', width: 900, theme: 'dark', act: knownModels },
  'settings-roles': { state: 'report', act: roleEngines },
  'settings-instructions': { state: 'report', act: roleInstructions },
  'zh-settings-roles': { state: 'report', language: 'zh-CN', theme: 'dark', act: roleEngines },
  'w900-ask-roles': {
    state: 'empty',
    width: 900,
    act: (page) => page.getByTestId('role-engines').locator('summary').click(),
  },
  'w900-settings-roles': { state: 'report', width: 900, act: roleEngines },
  'network-none': { state: 'empty', act: hosts() },
  network: { state: 'empty', act: manyHosts },
  'zh-network': { state: 'empty', language: 'zh-CN', theme: 'dark', act: manyHosts },
  'w600-network': { state: 'empty', width: 600, act: manyHosts },
  'rules-tested': { state: 'report', act: testedRules },
  'zh-rules-tested': { state: 'report', language: 'zh-CN', theme: 'dark', act: testedRules },
  confirm: {},
  'confirm-twice': {
    act: async (page) => {
      await page.getByTestId('confirmation').getByRole('button').last().click()
    },
  },
  'confirm-change': {},
  'confirm-change-dark': { state: 'confirm-change', theme: 'dark' },
  'zh-confirm-change': { state: 'confirm-change', language: 'zh-CN' },
  'w600-confirm-change': { state: 'confirm-change', width: 600 },
  'confirm-dark': { state: 'confirm', theme: 'dark' },
  'zh-confirm': { state: 'confirm', language: 'zh-CN' },
  'w600-confirm': { state: 'confirm', width: 600 },
  completion: {},
  'completion-dark': { state: 'completion', theme: 'dark' },
  'zh-completion': { state: 'completion', language: 'zh-CN' },
  'w820-completion': { state: 'completion', width: 820 },
  'completion-working': {},
  'completion-failed': {},
  'completion-answered': {},
  'zh-completion-answered': { state: 'completion-answered', language: 'zh-CN', theme: 'dark', width: 820 },
  ingesting: {},
  many: {
    act: async (page) => {
      // Down a list of ten thousand in leaps, as a person pulls the scroll bar.
      const list = page.getByTestId('source-list')
      for (const share of [0.1, 0.9, 0.5, 1]) {
        await list.evaluate((box, at) => box.scrollTo(0, box.scrollHeight * at), share)
        await page.waitForTimeout(120)
      }
      await page.getByText('cranfield-9999.txt').waitFor()
    },
  },
  queued: {},
  'zh-queued': { state: 'queued', language: 'zh-CN', theme: 'dark' },
  'clarify-model': {},
  'zh-clarify-model': { state: 'clarify-model', language: 'zh-CN', theme: 'dark', width: 900 },
  clarify: {},
  'zh-clarify': { state: 'clarify', language: 'zh-CN' },
  looking: {},
  plan: {},
  'plan-dark': { state: 'plan', theme: 'dark' },
  running: {},
  'running-dark': { state: 'running', theme: 'dark' },
  report: {},
  'report-model': {},
  'report-unaided': {},
  writing: {},
  'zh-writing': { state: 'writing', language: 'zh-CN', theme: 'dark' },
  'zh-report-model': { state: 'report-model', language: 'zh-CN', theme: 'dark' },
  nothing: {},
  'report-sources': {
    state: 'report',
    act: (page) => page.getByTestId('cited-sources').scrollIntoViewIfNeeded(),
  },
  'report-page': { state: 'report', act: (page) => citation(page, 1) },
  'report-text': { state: 'report', act: (page) => citation(page, 2) },
  'report-gone': { state: 'report', act: (page) => citation(page, 4) },
  'report-dark': { state: 'report', theme: 'dark', act: (page) => citation(page, 2) },
  answers: { act: (page) => answer(page, 5) },
  'answers-dark': { state: 'answers', theme: 'dark', act: (page) => answer(page, 6) },
  'zh-answers': { state: 'answers', language: 'zh-CN', act: (page) => answer(page, 6) },
  'w900-answers': { state: 'answers', width: 900, act: (page) => answer(page, 5) },
  computed: { act: (page) => answer(page, 5) },
  'computed-dark': { state: 'computed', theme: 'dark', act: (page) => answer(page, 5) },
  'zh-computed': { state: 'computed', language: 'zh-CN', act: (page) => answer(page, 5) },
  'w600-computed': { state: 'computed', width: 600, act: (page) => answer(page, 5) },
  charts: { act: chart },
  'zh-charts': { state: 'charts', language: 'zh-CN', theme: 'dark', act: bars },
  'w600-charts': { state: 'charts', width: 600, act: chart },
  'plan-reading': { state: 'plan', act: (page) => page.getByTestId('step-reading').scrollIntoViewIfNeeded() },
  'correct-reading': { state: 'answers', act: correct },
  'zh-correct-reading': { state: 'answers', language: 'zh-CN', theme: 'dark', act: correct },
  'w600-correct-reading': { state: 'answers', width: 600, act: correct },
  'answers-again': { state: 'answers', act: (page) => runAgain(page, 5) },
  'zh-answers-again': { state: 'answers', language: 'zh-CN', theme: 'dark', act: (page) => runAgain(page, 6) },
  'answers-evidence': {
    state: 'answers',
    theme: 'dark',
    act: (page) => page.getByRole('tab', { name: 'Evidence' }).click(),
  },
  'report-find': {
    state: 'report',
    act: async (page) => {
      await page.keyboard.press('Control+f')
      await page.keyboard.type('gradient')
    },
  },
  evidence: {},
  timeline: {},
  turns: { act: openTurns },
  'zh-turns': { state: 'turns', language: 'zh-CN', theme: 'dark', act: openTurns },
  'roles-of-session': { state: 'turns', act: (page) => page.locator('#session-title ~ div button').first().hover() },
  'zh-timeline': { state: 'timeline', language: 'zh-CN' },
  state: {},
  'zh-state-dark': { state: 'state', language: 'zh-CN', theme: 'dark' },
  why: {
    state: 'report',
    act: async (page) => {
      await page.getByTestId('sentence-menu').first().focus()
      await page.keyboard.press('w')
      await page.waitForSelector('[data-testid=why-citation] dl')
    },
  },
  'w480-zh-why': {
    state: 'report',
    language: 'zh-CN',
    theme: 'dark',
    width: 480,
    act: async (page) => {
      await page.getByTestId('sentence-menu').first().focus()
      await page.keyboard.press('w')
      await page.waitForSelector('[data-testid=why-citation] dl')
    },
  },
  'sentence-menu': {
    state: 'report',
    act: async (page) => {
      await page.getByTestId('sentence-menu').first().focus()
      await page.keyboard.press('Enter')
    },
  },
  'edit-sentence': {
    state: 'updated',
    act: async (page) => {
      await page.locator('#report-body [data-testid=sentence-menu]').first().focus()
      await page.keyboard.press('Enter')
      await page.getByRole('menuitem').nth(1).click()
      await page.waitForSelector('[data-testid=edit-sentence] textarea')
    },
  },
  updated: { act: (page) => page.getByTestId('evidence-choices').scrollIntoViewIfNeeded() },
  'zh-updated-dark': { state: 'updated', language: 'zh-CN', theme: 'dark' },
  'follow-up-typed': {
    state: 'follow-up',
    act: async (page) => {
      await page.locator('#follow-up').fill('And at low density?')
      await page.getByTestId('understood').scrollIntoViewIfNeeded()
    },
  },
  'follow-up-planning': {},
  'follow-up': { act: (page) => page.getByTestId('follow-up').scrollIntoViewIfNeeded() },
  'follow-up-versions': {
    state: 'follow-up',
    theme: 'dark',
    act: (page) => page.getByTestId('report-version').click(),
  },
  'w600-zh-follow-up': {
    state: 'follow-up',
    language: 'zh-CN',
    width: 600,
    act: (page) => page.getByTestId('follow-up').scrollIntoViewIfNeeded(),
  },
  failed: {},
  'failed-errors': { state: 'failed', act: failedErrors },
  'zh-failed-errors': { state: 'failed', language: 'zh-CN', theme: 'dark', act: failedErrors },
  'zh-failed': { state: 'failed', language: 'zh-CN' },
  stopped: {},
  'zh-plan': { state: 'plan', language: 'zh-CN' },
  'zh-report': { state: 'report', language: 'zh-CN', act: (page) => citation(page, 2) },
  'zh-empty': { state: 'empty', language: 'zh-CN', theme: 'dark' },
  'w900-report': { state: 'report', width: 900 },
  work: { state: 'report', act: work },
  'zh-work-dark': {
    state: 'report',
    language: 'zh-CN',
    theme: 'dark',
    async act(page) {
      await work(page)
      await page.getByTestId('work').getByRole('textbox').nth(3).fill('1958-13')
    },
  },
  'w600-work': { state: 'report', width: 600, act: work },
  'w900-source': { state: 'report', width: 900, act: (page) => citation(page, 2) },
  'w600-plan': { state: 'plan', width: 600 },
  'w600-left': {
    state: 'ingesting',
    width: 600,
    act: (page) => page.getByRole('button', { name: 'Show sessions and library' }).click(),
  },
  palette: {
    state: 'report',
    act: searchPalette('stagnation'),
  },
  calls: { act: (page) => page.locator('[data-testid=call] button').first().click() },
  'calls-completion': {
    state: 'calls',
    act: (page) => page.locator('[data-testid=call] button').filter({ hasText: 'summarise_thread' }).click(),
  },
  'calls-dark': {
    state: 'calls',
    theme: 'dark',
    act: (page) => page.locator('[data-testid=call] button').first().click(),
  },
  'zh-calls': {
    state: 'calls',
    language: 'zh-CN',
    act: (page) => page.locator('[data-testid=call] button').first().click(),
  },
  'w600-calls': { state: 'calls', width: 600 },
  domains: {},
  'domains-open': { state: 'domains', act: openDomain },
  'domains-dark': { state: 'domains', theme: 'dark', act: openDomain },
  'zh-domains': { state: 'domains', language: 'zh-CN', act: openDomain },
  'w600-domains': { state: 'domains', width: 600, act: openDomain },
  'domains-zoomed': { state: 'domains', act: zoomedMap },
  'domains-edit': { state: 'domains', act: domainButton('pencil') },
  'zh-domains-merge': { state: 'domains', language: 'zh-CN', theme: 'dark', act: domainButton('merge') },
  'w600-domains-remove': { state: 'domains', width: 600, act: domainButton('trash-2') },
  'domains-few': {},
  'domains-not-yet': {},
  'domains-none': { theme: 'dark' },
  'domains-building': {},
  'zh-domains-building': { state: 'domains-building', language: 'zh-CN', theme: 'dark' },
  'domains-failed': {},
  'domains-many': {},
  'w480-domains-many': { state: 'domains-many', width: 480, theme: 'dark' },
  memory: {},
  'memory-dark': { state: 'memory', theme: 'dark' },
  'zh-memory': { state: 'memory', language: 'zh-CN' },
  'w480-memory': { state: 'memory', width: 480 },
  'memory-none': {},
  'zh-memory-off': { state: 'memory-off', language: 'zh-CN', theme: 'dark' },
  'memory-long': {},
  'w480-memory-long': { state: 'memory-long', width: 480, theme: 'dark' },
  'memory-edit': {
    state: 'memory',
    act: (page) => page.getByTestId('memory').nth(1).getByRole('button', { name: 'Edit' }).click(),
  },
  'w600-zh-memory-add': {
    state: 'memory',
    width: 600,
    language: 'zh-CN',
    act: (page) => page.getByRole('button', { name: '添加记忆' }).click(),
  },
  'memory-remove-all': { state: 'memory', act: (page) => page.getByRole('button', { name: 'Delete all' }).click() },
  'memory-answers': { state: 'memory', act: answerRecords },
  'w600-zh-memory-answers': { state: 'memory', language: 'zh-CN', theme: 'dark', width: 600, act: answerRecords },
  given: { act: openGiven },
  'zh-given': { state: 'given', language: 'zh-CN', theme: 'dark', act: openGiven },
  connections: { state: 'calls', act: connections },
  'connections-dark': { state: 'calls', theme: 'dark', act: connections },
  'zh-connections': { state: 'calls', language: 'zh-CN', act: connections },
  'w600-connections': { state: 'calls', width: 600, act: connections },
  resources: {},
  server: { state: 'resources', act: server('filesystem') },
  'zh-server': { state: 'resources', language: 'zh-CN', theme: 'dark', act: server('filesystem') },
  'w600-server': { state: 'resources', width: 600, act: server('filesystem') },
  'server-failed': { state: 'resources', act: server('issue-tracker') },
  service: { state: 'resources', act: service('orders on') },
  'zh-service': { state: 'resources', language: 'zh-CN', theme: 'dark', act: service('orders on') },
  'resources-dark': { state: 'resources', theme: 'dark' },
  'zh-resources': { state: 'resources', language: 'zh-CN', act: (page) => resource(page, 'tunnel.sqlite') },
  'w1000-resources': { state: 'resources', width: 1000 },
  'w700-resources': { state: 'resources', width: 700 },
  'w600-resource': { state: 'resources', width: 600, act: (page) => resource(page, 'tunnel.sqlite') },
  'resources-empty': {},
  'zh-resources-empty': { state: 'resources-empty', language: 'zh-CN', theme: 'dark' },
  'resources-many': {
    act: async (page) => {
      const list = page.getByTestId('resource-list')
      for (const share of [0.1, 0.9, 0.5, 1]) {
        await list.evaluate((box, at) => box.scrollTo(0, box.scrollHeight * at), share)
        await page.waitForTimeout(120)
      }
    },
  },
  'resources-error': {},
  'zh-resources-error': { state: 'resources-error', language: 'zh-CN' },
  'resources-loading': {},
  'w700-resources-dark': { state: 'resources', theme: 'dark', width: 700 },
  'w480-resources': { state: 'resources', width: 480 },
  'w1920-resources': { state: 'resources', width: 1920 },
  'resources-long': {},
  'w600-resources-long': { state: 'resources-long', width: 600 },
  'resources-noneFound': {
    state: 'resources',
    act: async (page) => {
      await page.locator('#resource-search').fill('zeppelin')
      await page.waitForTimeout(250)
    },
  },
  'resources-status': {
    state: 'resources',
    theme: 'dark',
    act: async (page) => {
      await page.locator('[data-status-filter=needsSecret]').click()
      await page.waitForTimeout(250)
    },
  },
  'zh-resources-status': {
    state: 'resources',
    language: 'zh-CN',
    act: async (page) => {
      await page.locator('[data-status-filter=missing]').click()
      await page.waitForTimeout(250)
    },
  },
  'zh-resource-health': {
    state: 'resources',
    language: 'zh-CN',
    theme: 'dark',
    act: (page) => resource(page, 'trials.parquet'),
  },
  'resource-health': {
    state: 'resources',
    theme: 'dark',
    act: async (page) => {
      await resource(page, 'tunnel.sqlite')
      await tab(page, 'health')
    },
  },
  'resource-long': {
    state: 'resources-long',
    act: async (page) => {
      await page.locator('[data-testid=resource]').first().click()
      await page.waitForSelector('[data-testid=resource-detail] h2')
      await page.getByTestId('table').first().locator('summary').click()
    },
  },
  'resource-questions': {
    state: 'resources',
    act: async (page) => {
      await resource(page, 'tunnel.sqlite')
      await page.getByTestId('resource-detail').getByRole('button', { name: 'Questions about' }).click()
      await page.waitForTimeout(200)
    },
  },
  'resource-server': { state: 'resources', act: (page) => resource(page, 'filesystem') },
  'resource-tool': { state: 'resources', theme: 'dark', act: (page) => resource(page, 'recall') },
  'resource-missing': { state: 'resources', act: (page) => resource(page, 'reduce-readings') },
  'resource-off': {
    state: 'resources',
    act: async (page) => {
      await resource(page, 'Model server')
      await tab(page, 'health')
    },
  },
  'resource-folder': { state: 'resources', act: (page) => resource(page, 'cranfield-abstracts') },
  'zh-resource-history': {
    state: 'resources',
    language: 'zh-CN',
    act: async (page) => {
      await resource(page, 'tunnel.sqlite')
      await tab(page, 'history')
    },
  },
  'resource-history-dark': {
    state: 'resources',
    theme: 'dark',
    act: async (page) => {
      await resource(page, 'tunnel.sqlite')
      await tab(page, 'history')
      await page.getByTestId('resource-detail').getByRole('button').last().click()
    },
  },
  'resource-database': {
    state: 'resources',
    act: async (page) => {
      await resource(page, 'tunnel.sqlite')
      await page.getByTestId('table').first().locator('summary').click()
      await page.getByTestId('table').first().scrollIntoViewIfNeeded()
    },
  },
  'resource-api': {
    state: 'resources',
    theme: 'dark',
    act: async (page) => {
      await resource(page, 'materials-api.yaml')
      await page.getByTestId('operation').nth(2).locator('summary').click()
    },
  },
  'resource-locked': { state: 'resources', act: (page) => resource(page, 'orders on warehouse') },
  'resource-broken': { state: 'resources', act: (page) => resource(page, 'trials.parquet') },
  'resource-history': {
    state: 'resources',
    act: async (page) => {
      await resource(page, 'tunnel.sqlite')
      await page.getByRole('tab', { name: 'History' }).click()
    },
  },
  'resource-remove': {
    state: 'resources',
    act: async (page) => {
      await resource(page, 'tunnel.sqlite')
      await page.getByRole('tab', { name: 'Health' }).click()
      await page.getByRole('button', { name: 'Remove…' }).click()
      await page.waitForTimeout(200)
    },
  },
  match: { state: 'resources', act: (page) => match(page) },
  'match-dark': { state: 'resources', theme: 'dark', act: (page) => match(page) },
  'zh-match': { state: 'resources', language: 'zh-CN', act: (page) => match(page) },
  'w700-match': { state: 'resources', width: 700, act: (page) => match(page) },
  learned: {
    state: 'resources',
    act: async (page) => {
      await page.getByRole('tab', { name: 'Learned' }).click()
      await page.getByRole('button', { name: 'Forget everything…' }).click()
    },
  },
  'learned-dark': { state: 'resources', theme: 'dark', act: learned },
  'zh-learned': { state: 'resources', language: 'zh-CN', act: learned },
  'learned-none': { state: 'resources-unlearned', act: learned },
  'match-none': { state: 'resources-unlearned', act: unanswered },
  'match-ready': { state: 'resources', theme: 'dark', act: (page) => page.keyboard.press('m') },
  'match-failed': { state: 'resources-unanswered', act: unanswered },
  'match-long': { state: 'resources-long', width: 700, act: match },
  'w480-match': { state: 'resources', width: 480, act: match },
  scan: { state: 'resources', act: scan },
  'scan-dark': { state: 'resources', theme: 'dark', act: scan },
  'zh-scan': {
    state: 'resources',
    language: 'zh-CN',
    act: async (page) => {
      await scan(page)
      await page.getByTestId('scan-offer').first().click()
    },
  },
  'scan-none': { state: 'resources-unlearned', act: scan },
  'scan-failed': { state: 'resources-unanswered', act: scan },
  'scan-looking': { state: 'resources-scanning', act: scan },
  'w480-scan': { state: 'resources', width: 480, act: scan },
  pasted: {
    state: 'resources',
    act: async (page) => {
      await page.evaluate(() => {
        const held = new DataTransfer()
        held.setData('text/plain', 'postgres://ada:secret@warehouse.example.org/orders')
        window.dispatchEvent(new ClipboardEvent('paste', { clipboardData: held, bubbles: true, cancelable: true }))
      })
      await page.waitForSelector('[data-testid=intake-item]')
    },
  },
  'pasted-note': {
    state: 'resources',
    act: async (page) => {
      await page.evaluate(() => {
        const held = new DataTransfer()
        held.setData('text/plain', 'The windmill at Osk was built of oak in 1790.')
        window.dispatchEvent(new ClipboardEvent('paste', { clipboardData: held, bubbles: true, cancelable: true }))
      })
      await page.waitForSelector('[data-testid=note] textarea')
    },
  },
  blocked: {},
  'blocked-dark': { state: 'blocked', theme: 'dark' },
  'blocked-served': {},
  'zh-blocked': { state: 'blocked', language: 'zh-CN' },
  'w700-blocked': { state: 'blocked', width: 700 },
  pool: {},
  'pool-after': {
    state: 'resources',
    act: async (page) => {
      await resource(page, 'tunnel.sqlite')
      await page.keyboard.press('p')
      await page.waitForSelector('[data-testid=member]')
      await page.keyboard.press('r')
      await page.waitForSelector('[data-testid=resource]')
      await page.keyboard.press('p')
      await page.waitForSelector('[data-testid=member]')
    },
  },
  'pool-abilities': {
    state: 'pool',
    act: async (page) => {
      await page.getByRole('button', { name: 'Capabilities' }).click()
      await page.locator('[data-testid=member] button').nth(3).click()
      await page.waitForSelector('[data-testid=member-detail] h2')
    },
  },
  'pool-hour': {
    state: 'pool',
    act: async (page) => {
      await page.getByRole('button', { name: '1 hr' }).click()
      await page.locator('[data-testid=member] button').nth(8).click()
      await page.waitForSelector('[data-testid=member-detail] h2')
    },
  },
  'pool-dark': { state: 'pool', theme: 'dark' },
  'pool-idle': {},
  'pool-many': {},
  'pool-stopped': {},
  'zh-pool': { state: 'pool', language: 'zh-CN' },
  'w1000-pool': { state: 'pool', width: 1000 },
  'w700-pool': { state: 'pool', width: 700 },
  'w480-pool': { state: 'pool', width: 480 },
  'pool-idle-dark': { state: 'pool-idle', theme: 'dark' },
  'zh-pool-idle': { state: 'pool-idle', language: 'zh-CN' },
  'pool-stopped-dark': { state: 'pool-stopped', theme: 'dark' },
  'zh-pool-stopped': { state: 'pool-stopped', language: 'zh-CN' },
  'pool-broken': {},
  'pool-slots': {},
  'pool-slots-open': {
    state: 'pool-slots',
    theme: 'dark',
    act: (page) => page.locator('[data-testid=member-group] button').nth(1).click(),
  },
  'zh-pool-slots': { state: 'pool-slots', language: 'zh-CN' },
  'w480-pool-slots': { state: 'pool-slots', width: 480 },
  'plan-slots': {
    act: (page) =>
      page
        .getByTestId('pool')
        .locator('section')
        .evaluate((box) => box.scrollTo(0, 999)),
  },
  'zh-plan-slots': { state: 'plan-slots', language: 'zh-CN', theme: 'dark' },
  'pool-none': {},
  'pool-loading': {},
  'pool-long': {
    act: async (page) => {
      await page.locator('[data-testid=member] button').nth(0).click()
      await page.waitForSelector('[data-testid=member-detail] h2')
    },
  },
  'pool-levels': { state: 'pool', act: staffLevels },
  'zh-pool-levels': { state: 'pool', language: 'zh-CN', theme: 'dark', act: staffLevels },
  'zh-pool-member': {
    state: 'pool',
    language: 'zh-CN',
    theme: 'dark',
    act: async (page) => {
      await page.getByTestId('members').scrollIntoViewIfNeeded()
      await page.locator('[data-testid=member] button').nth(3).click()
      await page.waitForSelector('[data-testid=member-detail] h2')
    },
  },
  settings: { state: 'report', act: settings },
  'settings-dark': { state: 'weighed', theme: 'dark', act: settings },
  'zh-settings': { state: 'report', language: 'zh-CN', act: settings },
  'settings-http': { state: 'weighed', act: httpApi },
  'zh-settings-http': { state: 'weighed', language: 'zh-CN', theme: 'dark', act: httpApi },
  'w480-settings-http': { state: 'weighed', width: 480, act: httpApi },
  'settings-http-taken': { state: 'portTaken', act: httpApi },
  'settings-weights': { state: 'weighed', act: advanced },
  'zh-settings-weights': { state: 'weighed', language: 'zh-CN', theme: 'dark', act: advanced },
  'w480-settings': { state: 'report', width: 480, act: settings },
  'settings-refused': {
    state: 'report',
    act: async (page) => {
      await settings(page)
      await page.locator('[data-testid=settings] input[inputmode=numeric]').nth(1).fill('99')
    },
  },
  'drop-over': {
    state: 'report',
    act: (page) =>
      page.evaluate(() => {
        const held = new DataTransfer()
        held.items.add(new File(['x'], 'dragged'))
        window.dispatchEvent(new DragEvent('dragenter', { dataTransfer: held, bubbles: true, cancelable: true }))
      }),
  },
  'drop-many': { act: drop },
  'drop-nothing': { act: drop },
  'drop-looking': { act: drop },
  'intake-dark': { state: 'report', theme: 'dark', act: drop },
  'zh-intake': { state: 'report', language: 'zh-CN', act: drop },
  'w480-intake': { state: 'report', width: 480, act: drop },
  'session-delete': {
    state: 'report',
    act: async (page) => {
      await page.getByRole('button', { name: /^Actions for Heating/ }).click()
      await page.getByRole('menuitem').last().click()
      await page.waitForTimeout(200)
    },
  },
  'session-rename': {
    state: 'report',
    theme: 'dark',
    act: async (page) => {
      await page.getByRole('button', { name: /^Actions for Heating/ }).click()
      await page.getByRole('menuitem').first().click()
      await page.waitForTimeout(200)
    },
  },
  'source-remove': {
    state: 'report',
    act: async (page) => {
      await page.getByRole('button', { name: 'Actions for fay-riddell-1958.pdf' }).click()
      await page.getByRole('menuitem').last().click()
      await page.waitForTimeout(200)
    },
  },
  paused: {},
  'paused-held': {},
  'zh-paused-held': { state: 'paused-held', language: 'zh-CN', theme: 'dark' },
  long: {},
  'long-plan': {},
  'w480-long': { state: 'long', width: 480 },
  'w480-report': { state: 'report', width: 480 },
  'w480-empty': { state: 'empty', width: 480 },
  'w480-blocked': { state: 'blocked', width: 480 },
  'w700-left': { state: 'report', width: 699, act: (page) => page.locator('header button').first().click() },
  'blocked-served-dark': { state: 'blocked-served', theme: 'dark' },
  'zh-blocked-served': { state: 'blocked-served', language: 'zh-CN' },
  'zh-about': {
    state: 'report',
    language: 'zh-CN',
    theme: 'dark',
    act: async (page) => {
      await page.keyboard.press('Control+k')
      await page.keyboard.type('关于')
      await page.waitForTimeout(300)
      await page.keyboard.press('ArrowUp')
      await page.keyboard.press('Enter')
      await page.waitForTimeout(200)
    },
  },
  'zh-shortcuts': { state: 'report', language: 'zh-CN', theme: 'dark', act: (page) => page.keyboard.press('?') },
  search: { act: searchFor('heat transfer stagnation') },
  'search-narrowed': { state: 'search', act: narrowedSearch },
  'zh-search': { state: 'search', language: 'zh-CN', theme: 'dark', act: narrowedSearch },
  'w600-search': { state: 'search', width: 600, act: narrowedSearch },
  'search-open': { state: 'search', act: openedHit },
  'zh-search-open': { state: 'search', language: 'zh-CN', theme: 'dark', act: openedHit },
  'search-start': { state: 'search' },
  'search-empty': {},
  'search-loading': { act: searchFor('heat') },
  'search-none': { act: searchFor('zeppelin') },
  'zh-search-none': {
    state: 'search-none',
    language: 'zh-CN',
    theme: 'dark',
    act: async (page) => {
      await searchFor('齐柏林飞艇')(page)
      await page.getByTestId('search-filters').locator('[aria-haspopup=menu]').first().click()
      await page.getByRole('menuitemcheckbox').first().click()
      await page.keyboard.press('Escape')
    },
  },
  'search-failed': { act: searchFor('heat') },
  labels: { state: 'search', act: labels },
  'zh-labels': { state: 'search', language: 'zh-CN', theme: 'dark', act: labels },
  'palette-words': {
    state: 'palette-words',
    act: searchPalette('stagn'),
  },
  'palette-meaning': {
    state: 'palette-meaning',
    theme: 'dark',
    act: searchPalette('stagn'),
  },
  'zh-palette-meaning': {
    state: 'palette-meaning',
    language: 'zh-CN',
    act: searchPalette('加热'),
  },
  'w480-palette': {
    state: 'palette-meaning',
    width: 480,
    act: searchPalette('stagn'),
  },
  'palette-dark': { state: 'report', theme: 'dark', act: (page) => page.keyboard.press('Control+k') },
  'zh-palette': {
    state: 'report',
    language: 'zh-CN',
    act: searchPalette('资源'),
  },
  about: {
    state: 'report',
    act: async (page) => {
      await page.keyboard.press('Control+k')
      await page.keyboard.type('about')
      await page.waitForTimeout(300)
      await page.keyboard.press('ArrowUp')
      await page.keyboard.press('Enter')
      await page.waitForTimeout(200)
    },
  },
  shortcuts: { state: 'report', act: (page) => page.keyboard.press('?') },
  handled: {
    state: 'report',
    act: async (page) => {
      // Panes dragged, a menu, a note on what was done: all of it under the policy.
      const edge = await page.getByRole('separator', { name: 'Width of sessions and library' }).boundingBox()
      await page.mouse.move(edge.x, 400)
      await page.mouse.down()
      await page.mouse.move(edge.x + 90, 400, { steps: 5 })
      await page.mouse.up()
      await page.getByRole('button', { name: 'Copy' }).click()
      await page.getByText('Copied.', { exact: true }).first().waitFor()
      await page.getByRole('button', { name: 'Actions for fay-riddell-1958.pdf' }).click()
      await page.getByRole('menuitem', { name: 'Remove from the library' }).waitFor()
    },
  },
  intake: {
    state: 'report',
    act: async (page) => {
      await page.getByRole('button', { name: 'Add to the library' }).click()
      await page.getByRole('menuitem', { name: 'Add folder' }).click()
      await page.waitForSelector('[data-testid=intake-item]')
    },
  },
  projects: { state: 'report', act: (page) => page.getByTestId('project').click() },
  'projects-dark': { state: 'report', theme: 'dark', act: (page) => page.getByTestId('project').click() },
  'zh-projects-narrow': {
    state: 'report',
    language: 'zh-CN',
    width: 520,
    act: (page) => page.getByTestId('project').click(),
  },
  'project-remove': {
    state: 'report',
    act: async (page) => {
      await page.getByTestId('project').click()
      await page.getByRole('menuitem', { name: 'Delete…' }).click()
      await page.getByTestId('remove-project').getByRole('listitem').first().waitFor()
    },
  },
  'sources-selected': {
    state: 'report',
    act: async (page) => {
      const row = (index) => page.locator(`[data-testid=source-list] [data-index="${index}"] button`).first()
      await row(0).click({ modifiers: ['Control'] })
      await row(3).click({ modifiers: ['Shift'] })
      await page.getByTestId('chosen-sources').waitFor()
    },
  },
  'zh-source-move': {
    state: 'report',
    language: 'zh-CN',
    theme: 'dark',
    act: async (page) => {
      await page.getByRole('button', { name: /fay-riddell-1958.pdf.*的操作/ }).click()
      await page.getByRole('menuitem', { name: '移动到项目…' }).click()
      await page.getByTestId('move-source').waitFor()
    },
  },
}
