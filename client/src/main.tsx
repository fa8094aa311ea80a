import '@fontsource-variable/inter/wght.css'
import './ui/styles.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Provider } from 'react-redux'
import { App } from './App.tsx'
import { createStore } from './store.ts'
import { installation } from './ui/installation.ts'
import { startTexts } from './ui/text.ts'

const store = createStore()
startTexts(store.getState().settings.language, installation.brand.productName)

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <Provider store={store}>
      <App />
    </Provider>
  </StrictMode>,
)
