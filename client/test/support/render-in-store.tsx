import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { Provider } from 'react-redux'
import { createStore } from '../../src/shared/store/store.ts'

/** Renders a part of a screen on a store of the client: a new one if none is given. */
export const renderInStore = (element: ReactNode, store = createStore()) =>
  render(<Provider store={store}>{element}</Provider>)
