import { expect, test } from 'vitest'
import {
  alderEmail,
  oneFirm,
  postPasswordReset,
  requestPasswordReset,
  resetTokenFor,
  resetTokenStatus,
  unusedPassword,
} from '../../support/account-fixtures.ts'
import { startTestServer } from '../../support/test-server.ts'
import { password } from '../../support/test-user.ts'
import { minuteMs } from '../journey-fixtures.ts'

/** A user who has forgotten the password and has a link by mail. */
async function withLink() {
  const desk = await startTestServer(oneFirm)
  const person = desk.person(alderEmail)
  await requestPasswordReset(person)
  return { desk, person, token: await resetTokenFor(desk, alderEmail) }
}

// spec: 4.reset.1
test('4.reset.1 The token is checked on load.', async () => {
  const { desk, person, token } = await withLink()

  // Needs no session and does not use the token up; an invalid token is distinguished from a valid one.
  const { status, body } = await person.calls(`/password/get-password-reset-token-status/${token}`)
  expect([status, body]).toEqual([200, { passwordResetTokenStatus: 'PASSWORD_TOKEN_OK' }])
  expect(await resetTokenStatus(person, token)).toBe('PASSWORD_TOKEN_OK')
  expect(await resetTokenStatus(person, 'ioi_r_unknown')).toBe('PASSWORD_TOKEN_EXPIRED')
  expect(await desk.newestMessage(alderEmail)).toContain(`/reset-password?resetToken=${token}`)
})

// spec: 4.reset.2
test('4.reset.2 Token ok shows the form.', async () => {
  const { person, token } = await withLink()
  expect(await resetTokenStatus(person, token)).toBe('PASSWORD_TOKEN_OK')

  // What the form refuses leaves the token as it is.
  for (const [own, again, errorCode, field] of [
    [unusedPassword, 'another', 'PASSWORD_MISMATCH', 'confirmPassword'],
    ['short', 'short', 'PASSWORD_LENGTH', 'password'],
  ] as const)
    expect(await postPasswordReset(person, token, own, again)).toMatchObject({
      status: 400,
      body: { errorCode, field },
    })
  expect(await resetTokenStatus(person, token)).toBe('PASSWORD_TOKEN_OK')
})

// spec: 4.reset.3
test('4.reset.3 Not ok shows an expired-link popup back to /forget-password.', async () => {
  const { desk, person, token } = await withLink()
  await requestPasswordReset(person)
  const newer = await resetTokenFor(desk, alderEmail)
  expect(await resetTokenStatus(person, token)).toBe('PASSWORD_TOKEN_EXPIRED')
  desk.clock.advance(30 * minuteMs)

  for (const over of [token, newer]) {
    expect(await resetTokenStatus(person, over)).toBe('PASSWORD_TOKEN_EXPIRED')
    expect(await postPasswordReset(person, over, unusedPassword)).toMatchObject({
      status: 400,
      body: { errorCode: 'PASSWORD_TOKEN_EXPIRED', message: 'This link has expired' },
    })
  }
  // A new link can be requested there.
  await requestPasswordReset(person)
  expect(await resetTokenStatus(person, await resetTokenFor(desk, alderEmail))).toBe('PASSWORD_TOKEN_OK')
})

// spec: 4.reset.5
test('4.reset.5 After submit, a success popup leads to /login.', async () => {
  const { person, token } = await withLink()

  expect(await postPasswordReset(person, token, unusedPassword)).toMatchObject({
    status: 200,
    body: { status: 'OK' },
  })
  await expect(person.signsIn(password)).rejects.toThrow('ACCESS_DENIED')
  await person.signsIn(unusedPassword)
  expect(await person.asks('/user/my-details')).toMatchObject({ email: alderEmail })
  expect(await resetTokenStatus(person, token)).toBe('PASSWORD_TOKEN_EXPIRED')
})
