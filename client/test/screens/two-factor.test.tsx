import { languages, textIn } from '@aitai/messages/texts.ts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { startTestServer } from '../../../server/test/support/test-server.ts'
import { password } from '../../../server/test/support/test-user.ts'
import { press } from '../support/advert-editor.ts'
import { onRequest, pageServer, switchLanguage } from '../support/controlled-server.tsx'
import { renderApp } from '../support/render-app.tsx'

type Key = Parameters<typeof textIn>[1]
const fill = async (key: Key, value: string): Promise<void> =>
  void fireEvent.change(await screen.findByLabelText(textIn('En', key)), { target: { value } })

const email = 'two@alder.example'
const phone = '+815012345678'

// spec: 2.login.2, 4.login.2, 4.login.3, 4.login.4, 7.account.7, 8.2fa.1, 8.2fa.2, 8.2fa.3, 8.2fa.5
test('the code popup says what became of a code, in both languages, and the right code leads to the desk', async () => {
  const desk = await startTestServer({ firms: ['Alder'], brokers: ['Hinoki'], ...(await pageServer()) })
  await desk.addUser({ email, role: 'TRADER', firm: 'Alder', twoFactor: true, phone })
  const page = renderApp('/')
  await fill('auth.email', email)
  await fill('auth.password', password)
  await press('auth.signIn')
  const popup = await screen.findByRole('dialog')
  const expectError = async (key: Key, words: RegExp): Promise<void> => {
    for (const language of languages.toReversed()) {
      switchLanguage(page, language)
      await waitFor(() => expect(popup.textContent).toContain(textIn(language, key)))
    }
    expect(textIn('En', key)).toMatch(words)
  }

  await press('auth.newCode')
  await expectError('2FA_CODE_SENT', /^2FA code sent, check SMS\.$/)
  const code = /\d{6}/.exec(await desk.newestMessage(phone))?.[0] ?? ''
  await fill('auth.code', String((Number(code) + 1) % 1_000_000).padStart(6, '0'))
  await press('auth.submitCode')
  await expectError('2FA_CODE_INVALID', /^Invalid 2FA code or timed out, login again\.$/)
  onRequest('/2fa/request', async () => Response.json({ message: 'no gateway' }, { status: 500 }))
  await press('auth.newCode')
  await expectError('2FA_OPT_SEND_FAILURE', /^Failed to send OTP, try again\.$/)
  onRequest('/2fa/verify', async () => Response.json({ message: 'Words of the server.' }, { status: 500 }))
  // In two groups, as it may be pasted.
  await fill('auth.code', `${code.slice(0, 3)} ${code.slice(3)}`)
  await press('auth.submitCode')
  await waitFor(() => expect(popup.textContent).toContain('Words of the server.'))

  // Neither another status nor a missing token signs in, whatever else the reply has.
  for (const reply of [{ status: 'pending', access_token: 'a-token' }, { status: 'verified' }]) {
    onRequest('/2fa/verify', async () => Response.json(reply))
    await press('auth.submitCode')
    await waitFor(() => expect(popup.textContent).toContain(textIn('En', '2FA_CODE_INVALID')))
    expect([localStorage.getItem('userToken'), page.path()]).toEqual([null, '/'])
    expect(sessionStorage.getItem('2FaToken')).toEqual(expect.any(String))
  }

  onRequest('/2fa/verify', async (request, send) => {
    const { access_token } = (await (await send(request)).json()) as { access_token: string }
    return Response.json({ status: 'Verified', access_token })
  })
  await press('auth.submitCode')
  await waitFor(() => expect(page.path()).toBe('/adverts-home'))
  expect(localStorage.getItem('userToken')).toEqual(expect.any(String))
  expect(sessionStorage.getItem('2FaToken')).toBeNull()
})
