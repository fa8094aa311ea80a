import { type Language, languages, textIn } from '@aitai/messages/texts.ts'
import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderInStore } from '../../../test/support/render-in-store.tsx'
import type { CallFailure } from '../../shared/api/failure.ts'
import { failureRaised } from '../../shared/store/error-popups.ts'
import { createStore } from '../../shared/store/store.ts'
import { changeLanguage } from '../../ui/text/use-text.ts'
import { ErrorPopup } from './ErrorPopup.tsx'

function raise(language: Language, ...failures: Partial<CallFailure>[]): HTMLElement {
  changeLanguage(language)
  const store = createStore()
  renderInStore(<ErrorPopup />, store)
  act(() => {
    for (const failure of failures)
      store.dispatch(failureRaised({ status: 409, errorCode: 'INTERNAL', message: '', ...failure }))
  })
  return screen.getByRole('alert')
}

const codes = ['001', '002', '003', '004', '005', '006', '007', '008', '010', '011'] as const

// spec: 8.shown.2
test.each(languages.flatMap((language) => codes.map((code) => [`ADVERT-ERROR-${code}`, language] as const)))(
  '%s has the text of its code, in %s, whatever the server wrote',
  (errorCode, language) => {
    const variables = { notional: 10_000_000 }
    const shown = raise(language, { errorCode, message: 'server words', variables }).textContent

    expect(shown).toBe(textIn(language, errorCode, { notional: '10,000,000' }))
  },
)

// spec: 2.trader.32, 8.shown.5
test("an unknown code shows the server's message with its values filled in", () => {
  const shown = raise('En', {
    errorCode: 'NEW-001',
    message: 'At most %s2 of %s1, not %s3.',
    variables: { ric: '7203.T', shares: 40_000 },
  })

  expect(shown.textContent).toBe('At most 40,000 of 7203.T, not %s3.')
})

// spec: 8.defaults.6
test('several failures are shown one after the other, and equal ones only once', async () => {
  raise(
    'En',
    { errorCode: 'ADVERT-ERROR-007' },
    { errorCode: 'ADVERT-ERROR-007' },
    { errorCode: 'ADVERT-ERROR-005' },
  )
  expect(screen.getByRole('alert').textContent).toBe(textIn('En', 'ADVERT-ERROR-007'))
  await userEvent.click(screen.getByRole('button', { name: 'OK' }))
  expect(screen.getByRole('alert').textContent).toBe(textIn('En', 'ADVERT-ERROR-005'))
  await userEvent.click(screen.getByRole('button', { name: 'OK' }))

  expect(screen.queryByRole('alert')).toBeNull()
})
