import { describe, expect, test } from 'vitest'
import { addUser } from '../../../src/admin/users/users.ts'
import {
  postPasswordReset,
  requestPasswordReset,
  resetTokenFor,
  resetTokenStatus,
  unusedPassword,
} from '../../support/account-fixtures.ts'
import { startTestServer } from '../../support/test-server.ts'
import { password } from '../../support/test-user.ts'
import { alderEmail, expectBearerOnly, startWithOneUser } from './call-fixtures.ts'

const manager = 'desk-help@venue.example'

describe('the account', () => {
  // spec: 7.account.9
  test('7.account.9 GET {api}/staff/contact-account-manager | bearer | On success an alert says we will contact you shortly.', async () => {
    const { desk, alder } = await startWithOneUser({ env: { ACCOUNT_MANAGER: manager } })
    const path = '/staff/contact-account-manager'
    await expectBearerOnly(desk, alder, path)

    expect(await alder.asks(path)).toEqual({ status: 'OK' })
    expect(await desk.newestMessage(manager)).toContain(`E-mail: ${alderEmail}`)
  })

  // spec: 7.account.10
  test('7.account.10 POST {api}/user/update-temp-password | JSON password, passwordConfirmation | Response ok status is not checked.', async () => {
    const desk = await startTestServer({ firms: ['Alder'], brokers: [] })
    const email = 'emma@alder.example'
    const user = { email, firstName: 'Emma', lastName: 'Whitfield', role: 'TRADER', firm: 'Alder' } as const
    await addUser(desk.admin, user)
    const temporary = /Temporary password: (\S+)/.exec(await desk.newestMessage(email))?.[1] ?? ''
    const emma = await desk.person(email).signsIn(temporary)
    const path = '/user/update-temp-password'
    expect(await emma.asks('/user/my-details')).toMatchObject({ firstLogin: true })

    // A client that does not check the status must not lose the account: a refusal changes nothing.
    const mismatch = { password: unusedPassword, passwordConfirmation: `${unusedPassword}!` }
    expect(await emma.isRefused(path, { body: mismatch })).toMatchObject({
      status: 400,
      errorCode: 'PASSWORD_MISMATCH',
      field: 'passwordConfirmation',
    })
    expect(await emma.asks('/user/my-details')).toMatchObject({ firstLogin: true })
    await emma.asks(path, { body: { password: unusedPassword, passwordConfirmation: unusedPassword } })

    await desk.person(email).signsIn(unusedPassword)
    await expect(desk.person(email).signsIn(temporary)).rejects.toThrow('ACCESS_DENIED')
    expect((await emma.isRefused(path, { body: { password, passwordConfirmation: password } })).status).toBe(
      401,
    )
  })

  // spec: 7.account.11
  test('7.account.11 POST /user/update-password | oldPassword, password, passwordConfirmation | not shown', async () => {
    const { desk, alder } = await startWithOneUser()
    const path = '/user/update-password'
    const own = { password: unusedPassword, passwordConfirmation: unusedPassword }

    const wrong = await alder.isRefused(path, { body: { ...own, oldPassword: 'not the password' } })
    expect(wrong).toMatchObject({ status: 400, errorCode: 'PASSWORD_WRONG', field: 'oldPassword' })
    expect(wrong.message).toContain('Invalid existing password')
    expect(await alder.asks(path, { body: { ...own, oldPassword: password } })).toEqual({ status: 'OK' })
    await expect(desk.person(alderEmail).signsIn()).rejects.toThrow('ACCESS_DENIED')
    await desk.person(alderEmail).signsIn(unusedPassword)
  })
})

describe('a forgotten password', () => {
  // spec: 7.account.13
  test('7.account.13 GET /password/forgot-password/{email} | none | not shown', async () => {
    const { desk } = await startWithOneUser()
    const someone = desk.person(alderEmail)

    const known = await requestPasswordReset(someone)
    expect(known).toMatchObject({ status: 200, body: { status: 'OK' } })
    expect(await desk.newestMessage(alderEmail)).toContain('/reset-password?resetToken=')
    const unknown = await requestPasswordReset(someone, 'nobody@alder.example')
    expect([unknown.status, unknown.text]).toEqual([known.status, known.text])
    expect((await someone.calls(`/password/forgot-password/${alderEmail}`, { method: 'HEAD' })).status).toBe(
      405,
    )
  })

  // spec: 3.32, 7.account.14
  test('7.account.14 GET /password/get-password-reset-token-status/{resetToken} | none | passwordResetTokenStatus.', async () => {
    const { desk } = await startWithOneUser()
    const someone = desk.person(alderEmail)
    await requestPasswordReset(someone)
    const token = await resetTokenFor(desk, alderEmail)

    const path = `/password/get-password-reset-token-status/${token}`
    expect(await someone.asks(path)).toEqual({ passwordResetTokenStatus: 'PASSWORD_TOKEN_OK' })
    // It needs no session, and checking uses nothing up.
    expect(await someone.asks(path, { token: null })).toEqual({
      passwordResetTokenStatus: 'PASSWORD_TOKEN_OK',
    })
  })

  // spec: 7.account.15
  test('7.account.15 GET /password/get-password-reset-token-status/{resetToken} | PASSWORD_TOKEN_OK means valid.', async () => {
    const { desk } = await startWithOneUser()
    const someone = desk.person(alderEmail)
    await requestPasswordReset(someone)
    const first = await resetTokenFor(desk, alderEmail)
    await requestPasswordReset(someone)
    const second = await resetTokenFor(desk, alderEmail)

    expect(await resetTokenStatus(someone, second)).toBe('PASSWORD_TOKEN_OK')
    for (const none of [first, 'ioi_r_unknown', 'x'])
      expect(await resetTokenStatus(someone, none)).not.toBe('PASSWORD_TOKEN_OK')
    expect(await postPasswordReset(someone, first, unusedPassword)).toMatchObject({ status: 400 })
    expect(await postPasswordReset(someone, second, unusedPassword)).toMatchObject({ status: 200 })
    expect(await resetTokenStatus(someone, second)).not.toBe('PASSWORD_TOKEN_OK')
    await requestPasswordReset(someone)
    const third = await resetTokenFor(desk, alderEmail)
    desk.clock.advance(30 * 60_000)
    expect(await resetTokenStatus(someone, third)).not.toBe('PASSWORD_TOKEN_OK')
  })

  // spec: 7.account.12
  test('7.account.12 POST /password/reset-password | password, confirmPassword, resetToken (no auth) | not shown', async () => {
    const { desk } = await startWithOneUser()
    const someone = desk.person(alderEmail)
    await requestPasswordReset(someone)
    const token = await resetTokenFor(desk, alderEmail)

    expect(await postPasswordReset(someone, token, unusedPassword, 'another')).toMatchObject({
      status: 400,
      body: { errorCode: 'PASSWORD_MISMATCH', field: 'confirmPassword' },
    })
    expect(await postPasswordReset(someone, token, unusedPassword)).toMatchObject({
      status: 200,
      body: { status: 'OK' },
    })
    expect(await postPasswordReset(someone, token, `${unusedPassword}!`)).toMatchObject({ status: 400 })
    await expect(someone.signsIn()).rejects.toThrow('ACCESS_DENIED')
    await someone.signsIn(unusedPassword)
  })
})
