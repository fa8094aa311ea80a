import { act, fireEvent, render, screen } from '@testing-library/react'
import { Provider } from 'react-redux'
import { expect, test } from 'vitest'
import { createStore } from '../shared/store/store.ts'
import { changeLanguage, loadTexts } from '../ui/text/use-text.ts'
import { ChartControls } from './ChartControls.tsx'

test.each([
  ['En', ['1D', '5D', 'Line', 'Candles'], 'vs TOPIX'],
  ['Jp', ['1日', '5日', 'ライン', 'ローソク足'], '対TOPIX'],
] as const)('what the chart shows is chosen, and is a setting, %s', async (language, options, topix) => {
  await loadTexts('marketPanel')
  changeLanguage(language)
  const store = createStore()
  render(
    <Provider store={store}>
      <ChartControls />
    </Provider>,
  )
  const isChosen = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name }).checked
  expect(options.map(isChosen)).toEqual([true, false, true, false])
  const index = screen.getByRole('button', { name: topix })
  expect(index.getAttribute('aria-pressed')).toBe('false')

  act(() => {
    fireEvent.click(screen.getByRole('radio', { name: options[1] }))
    fireEvent.click(screen.getByRole('radio', { name: options[3] }))
    fireEvent.click(index)
  })

  expect(options.map(isChosen)).toEqual([false, true, false, true])
  expect(index.getAttribute('aria-pressed')).toBe('true')
  expect(store.getState().settings).toMatchObject({ chartDays: '5', chartStyle: 'candles', chartIndex: 'on' })
  fireEvent.click(index)
  expect(store.getState().settings.chartIndex).toBe('off')
})
