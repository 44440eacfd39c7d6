import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { chooseLanguage } from '../../wording'
import { quarry } from '../bridge'
import { en } from './locales/en'
import { zhCN } from './locales/zh-CN'
import { formatCount } from './use-format'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'window'
    resources: { window: typeof en }
  }
}

/** Starts the catalogues. Both are in the bundle, so this is done before it returns. */
export function startCatalogues(): void {
  void i18next.use(initReactI18next).init({
    lng: chooseLanguage(quarry.remembered?.language ?? 'system', navigator.languages),
    fallbackLng: 'en',
    defaultNS: 'window',
    ns: ['window'],
    resources: { en: { window: en }, 'zh-CN': { window: zhCN } },
    interpolation: { escapeValue: false, alwaysFormat: true, format: formatCount },
    returnNull: false,
    initAsync: false,
    showSupportNotice: false,
  })
}
