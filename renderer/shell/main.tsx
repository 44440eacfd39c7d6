import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import './styles.css'
import { startCatalogues } from '../window/i18n'
import { App } from './app'

startCatalogues()

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
