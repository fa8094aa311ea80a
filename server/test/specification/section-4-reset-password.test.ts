import { expect, test } from 'vitest'
import { alder, forgets, fresh, oneFirm, resets, statusOf, tokenFor } from '../account-desk.ts'
import { startDesk } from '../desk.ts'
import { password } from '../person.ts'
import { minuteMs } from './journey.ts'

/** Someone who has forgotten the password and has a link by mail. */
async function withLink() {
  const desk = await startDesk(oneFirm)
  const person = desk.person(alder)
  await forgets(person)
  return { desk, person, token: await tokenFor(desk, alder) }
}

test('4.reset.1 The token is checked on load.', async () => {
  const { desk, person, token } = await withLink()

  // Nobody is signed in, looking does not use it up, and what is no token is told apart from one.
  const { status, body } = await person.calls(`/password/get-password-reset-token-status/${token}`)
  expect([status, body]).toEqual([200, { passwordResetTokenStatus: 'PASSWORD_TOKEN_OK' }])
  expect(await statusOf(person, token)).toBe('PASSWORD_TOKEN_OK')
  expect(await statusOf(person, 'ioi_r_unknown')).toBe('PASSWORD_TOKEN_EXPIRED')
  expect(await desk.newestLetter(alder)).toContain(`/reset-password?resetToken=${token}`)
})

test('4.reset.2 Token ok shows the form.', async () => {
  const { person, token } = await withLink()
  expect(await statusOf(person, token)).toBe('PASSWORD_TOKEN_OK')

  // What the form refuses leaves the token as it is.
  for (const [own, again, errorCode, field] of [
    [fresh, 'another', 'PASSWORD_MISMATCH', 'confirmPassword'],
    ['short', 'short', 'PASSWORD_LENGTH', 'password'],
  ] as const)
    expect(await resets(person, token, own, again)).toMatchObject({
      ...{ status: 400, body: { errorCode, field } },
    })
  expect(await statusOf(person, token)).toBe('PASSWORD_TOKEN_OK')
})

test('4.reset.3 Not ok shows an expired-link popup back to /forget-password.', async () => {
  const { desk, person, token } = await withLink()
  await forgets(person)
  const newer = await tokenFor(desk, alder)
  expect(await statusOf(person, token)).toBe('PASSWORD_TOKEN_EXPIRED')
  desk.clock.advance(30 * minuteMs)

  for (const over of [token, newer]) {
    expect(await statusOf(person, over)).toBe('PASSWORD_TOKEN_EXPIRED')
    expect(await resets(person, over, fresh)).toMatchObject({
      ...{ status: 400, body: { errorCode: 'PASSWORD_TOKEN_EXPIRED', message: 'This link has expired' } },
    })
  }
  // And back there another one is to be had.
  await forgets(person)
  expect(await statusOf(person, await tokenFor(desk, alder))).toBe('PASSWORD_TOKEN_OK')
})

test('4.reset.5 After submit, a success popup leads to /login.', async () => {
  const { person, token } = await withLink()

  expect(await resets(person, token, fresh)).toMatchObject({ status: 200, body: { status: 'OK' } })
  await expect(person.signsIn(password)).rejects.toThrow('ACCESS_DENIED')
  await person.signsIn(fresh)
  expect(await person.asks('/user/my-details')).toMatchObject({ email: alder })
  expect(await statusOf(person, token)).toBe('PASSWORD_TOKEN_EXPIRED')
})
