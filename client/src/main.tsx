import '@fontsource-variable/inter/wght.css'
import './ui/styles.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Provider } from 'react-redux'
import { App } from './App.tsx'
import { SignedInLayout } from './parts.tsx'
import { createStore } from './store.ts'
import { installation } from './ui/installation.ts'
import { haveTexts, startTexts } from './ui/text.ts'

const store = createStore()
const { settings, session } = store.getState()
startTexts(settings.language, installation.brand.productName)
// Who is signed in comes to a desk, to which one the server says: what both have is fetched meanwhile.
if (session.userToken !== null) SignedInLayout.fetch()
await haveTexts()

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <Provider store={store}>
      <App />
    </Provider>
  </StrictMode>,
)
