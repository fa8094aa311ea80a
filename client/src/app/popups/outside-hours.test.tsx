import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { renderInStore } from '../../../test/support/render-in-store.tsx'
import type { CallFailure } from '../../shared/api/failure.ts'
import { isOutsideHours } from '../../shared/api/outside-hours.ts'
import { failureRaised } from '../../shared/store/error-popups.ts'
import { createStore } from '../../shared/store/store.ts'
import { changeLanguage, type Language } from '../../ui/text/use-text.ts'
import { ErrorPopup } from './ErrorPopup.tsx'

beforeAll(() => void vi.stubEnv('TZ', 'Asia/Tokyo'))
afterAll(() => void vi.unstubAllEnvs())

const morningAndAfternoon = '00:00 to 02:30, 03:30 to 06:30'
const failureOf = (failure: Partial<CallFailure>): CallFailure => ({
  status: 409,
  errorCode: 'PLATFORM-HOURS',
  message: '',
  ...failure,
})

function raise(failure: CallFailure, language: Language = 'En') {
  changeLanguage(language)
  const store = createStore()
  store.dispatch(failureRaised(failure))
  renderInStore(<ErrorPopup />, store)
  return screen.getByRole('alert')
}

// spec: 2.trader.30, 8.hours.3, 8.hours.5, 8.hours.6
test('the hours in the text are converted to local time, with exchange, ric and time zone', () => {
  const popup = raise(
    failureOf({
      message: `Platform hours for the Tokyo Stock Exchange are ${morningAndAfternoon} UTC.`,
      variables: { exchange: 'XTKS', ric: '7203.T', hours: morningAndAfternoon },
    }),
  )

  expect(popup.textContent).toContain('Currently Closed')
  expect(popup.textContent).toContain('Platform hours for 7203.T on the Tokyo Stock Exchange')
  expect(popup.textContent).toContain('09:00 to 11:30, 12:30 to 15:30')
  expect(popup.textContent).toContain('JST')
  expect(popup.textContent).toContain('Nothing was sent. Your entries are unchanged.')
  expect(screen.getByRole('dialog', { name: 'Outside platform hours' })).toBeTruthy()
})

test('a refusal without exchange, security and hours has neither hours nor a time zone', () => {
  const popup = raise(failureOf({}))

  expect(popup.textContent).toContain('Platform hours for the exchange')
  expect(popup.textContent).not.toContain('Local time')
  expect(popup.querySelector('.outside-hours-ranges')).toBeNull()
})

test("the same in Japanese, with the exchange's Japanese name", () => {
  const popup = raise(
    failureOf({
      errorCode: 'ERR-012',
      variables: { exchange: 'XTKS', ric: '7203.T', hours: '23:00 to 08:00' },
    }),
    'Jp',
  )

  expect(popup.textContent).toContain('7203.T（東京証券取引所）')
  expect(popup.textContent).toContain('08:00～17:00')
})

test('a matching message is enough, whatever its code, and its placeholder is never shown', () => {
  const message = 'Platform hours for the [exchange] are 23:00 to 08:00.'
  const popup = raise(failureOf({ errorCode: 'SOMETHING-ELSE', message }))

  expect(popup.textContent).toContain('08:00 to 17:00')
  expect(popup.textContent).not.toContain('[exchange]')
  expect(isOutsideHours({ errorCode: 'SOMETHING-ELSE', message: 'Platform closed' })).toBe(false)
})

test('OK closes it, and any other failure is shown as before', async () => {
  raise(failureOf({ variables: { exchange: 'XTKS', hours: '23:00 to 08:00' } }))
  await userEvent.click(screen.getByRole('button', { name: 'OK' }))
  expect(screen.queryByRole('alert')).toBeNull()
  cleanup()

  expect(raise(failureOf({ errorCode: 'ADVERT-ERROR-011' })).textContent).toBe('Please select a broker')
})
