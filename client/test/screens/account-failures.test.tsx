import { languages, textIn } from '@aitai/messages/texts.ts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { press } from '../support/advert-editor.ts'
import { onRequest, type Page, switchLanguage } from '../support/controlled-server.tsx'
import { renderApp } from '../support/render-app.tsx'

type Key = Parameters<typeof textIn>[1]
const fill = async (key: Key, value: string): Promise<void> =>
  void fireEvent.change(await screen.findByLabelText(textIn('En', key)), { target: { value } })

/** The server fails and says nothing of it. */
const fails = (path: string): void => onRequest(path, async () => new Response(null, { status: 500 }))

/** Expects the default text of the specification, and its translation. */
async function expectDefault(page: Page, key: Key, words: string): Promise<void> {
  expect(textIn('En', key)).toBe(words)
  for (const language of languages.toReversed()) {
    switchLanguage(page, language)
    await waitFor(() => expect(document.body.textContent).toContain(textIn(language, key)))
  }
}

const chosen = 'nine herons over the moat'

// spec: 8.defaults.1
test('a password that could not be reset says so', async () => {
  onRequest('/password/check-reset-token', async () =>
    Response.json({ passwordResetTokenStatus: 'PASSWORD_TOKEN_OK' }),
  )
  const page = renderApp('/reset-password#resetToken=a-link')
  await fill('auth.newPassword', chosen)
  await fill('auth.confirmation', chosen)
  fails('/password/reset-password')
  await press('auth.setPassword')

  await expectDefault(page, 'auth.resetFailed', 'Error resetting password!')
})

// spec: 8.defaults.2
test('a link whose state could not be read says so', async () => {
  fails('/password/check-reset-token')
  const page = renderApp('/reset-password#resetToken=a-link')

  await expectDefault(page, 'auth.tokenFailed', 'Error getting password reset token status!')
})
