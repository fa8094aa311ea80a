import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Provider } from 'react-redux'
import { App } from './app/App.tsx'
import { SignedInLayout } from './app/lazy-components.ts'
import { createStore } from './shared/store/store.ts'
import { installation } from './ui/browser/installation.ts'
import { initTexts, loadTexts } from './ui/text/use-text.ts'
import '@fontsource-variable/inter/wght.css'
import './ui/styles/index.css'

const store = createStore()
const { settings, session } = store.getState()
initTexts(settings.language, installation.brand.productName)
// A signed-in user will reach a desk, so the code that all desks share is loaded while the server says which
// one.
if (session.userToken !== null) SignedInLayout.fetch()
await loadTexts()

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <Provider store={store}>
      <App />
    </Provider>
  </StrictMode>,
)
