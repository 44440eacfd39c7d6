import { createFakeBridge } from './fake-bridge'

const query = new URLSearchParams(location.search)
const language = query.get('language') === 'zh-CN' ? 'zh-CN' : 'en'
const theme = query.get('theme') === 'dark' ? 'dark' : 'light'
Object.defineProperty(window, 'quarry', { value: createFakeBridge(query.get('state') ?? 'empty', { language, theme }) })
