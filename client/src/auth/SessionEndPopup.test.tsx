import { languages, textIn } from '@aitai/messages/texts.ts'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderInStore } from '../../test/support/render-in-store.tsx'
import { type EndReason, logOffRequested, sessionEnded, signedIn } from '../shared/store/session.ts'
import { createStore } from '../shared/store/store.ts'
import { changeLanguage } from '../ui/text/use-text.ts'
import { SessionEndPopup } from './SessionEndPopup.tsx'

function ended(reason: EndReason, leaving = false, ...later: EndReason[]) {
  const store = createStore()
  store.dispatch(signedIn('a-token'))
  if (leaving) store.dispatch(logOffRequested())
  for (const each of [reason, ...later]) store.dispatch(sessionEnded(each))
  renderInStore(<SessionEndPopup />, store)
}

const expectedTexts = {
  SESSION_REPLACED: ['auth.endedTitle', 'SESSION_REPLACED'],
  SESSION_TIMED_OUT: ['auth.timedOutTitle', 'SESSION_TIMED_OUT'],
  NOT_SIGNED_IN: ['auth.endedTitle', 'auth.previousSession'],
} as const
const reasons = Object.keys(expectedTexts) as (keyof typeof expectedTexts)[]

// spec: 2.trader.31, 8.session.3
test.each(languages.flatMap((language) => reasons.map((reason) => ({ language, reason }))))(
  'a session that ended by $reason says so in $language, until it is read',
  async ({ language, reason }) => {
    changeLanguage(language)
    ended(reason)
    const [title, lead] = expectedTexts[reason]
    expect(screen.getByRole('dialog').textContent).toContain(textIn(language, title))
    expect(screen.getByRole('alert').textContent).toBe(textIn(language, lead))

    await userEvent.click(screen.getByRole('button', { name: textIn(language, 'auth.signInAgain') }))
    expect(screen.queryByRole('alert')).toBeNull()
  },
)

test('logging off shows no popup, even if the session ends for another reason at the same time', () => {
  ended('SESSION_REPLACED', true)
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('the first reason wins if a session end is reported twice, by another tab and by the socket', () => {
  ended('LOGGED_OUT', false, 'SESSION_REPLACED')
  expect(screen.queryByRole('dialog')).toBeNull()
})
