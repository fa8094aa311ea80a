import { describe, expect, test } from 'vitest'
import { hashOfToken } from '../../src/accounts/tokens.ts'
import {
  alderEmail,
  countMessagesTo,
  oneFirm,
  startServerOn,
  unusedPassword,
  userIdOf,
} from '../support/account-fixtures.ts'
import { auditEvents } from '../support/operator.ts'
import { testDatabases } from '../support/test-databases.ts'
import { startTestServer } from '../support/test-server.ts'
import { password } from '../support/test-user.ts'

const changes = (oldPassword: string, own: string, again = own) => ({
  body: { oldPassword, password: own, passwordConfirmation: again },
})

describe.each(testDatabases)('a changed password, on $name', (store) => {
  // spec: 7.account.11
  test('opens the next session; this one continues, and its owner is notified by mail', async () => {
    const desk = await startServerOn(store)
    const trader = await (await desk.trader('alder')).connects()

    expect(await trader.callsOk('/user/update-password', changes(password, unusedPassword))).toEqual({
      status: 'OK',
    })

    expect(await trader.callsOk('/user/my-details')).toMatchObject({ email: alderEmail })
    expect(trader.received.map(({ message }) => message)).not.toContain('trader Desk logged out')
    expect(await desk.newestMessage(alderEmail)).toContain('was changed on 18 November 2026 at 10:00 (Tokyo)')
    await expect(desk.person(alderEmail).signsIn(password)).rejects.toThrow('ACCESS_DENIED')
    await desk.person(alderEmail).signsIn(unusedPassword)
    const userId = await userIdOf(desk, alderEmail)
    const changed = { actor: userId, action: 'passwordChanged', subject: userId, outcome: 'DONE' }
    expect(await auditEvents(desk, 'passwordChanged')).toEqual([{ ...changed, reason: '', details: {} }])
  })

  test('ends every other session of the user and notifies it of the log-out', async () => {
    const desk = await startServerOn(store)
    const trader = await (await desk.trader('alder')).connects()
    const { id } = await trader.advertises('BUY', '7203.T', 10_000)
    const userId = await userIdOf(desk, alderEmail)

    expect(await desk.app.sessions.endAtDesk(userId, hashOfToken(trader.token ?? ''))).toBe(0)
    await trader.callsOk('/user/my-details')
    expect(await desk.app.sessions.endAtDesk(userId, 'another')).toBe(1)
    await trader.receives('trader Desk logged out')
    expect(await trader.isRefused('/user/my-details')).toMatchObject({ status: 401 })
    expect((await (await desk.trader('alder')).advert(id)).advertisementStatus).toBe('PAUSED')
  })
})

test.each([
  ['a wrong old one', 'not the old one', unusedPassword, unusedPassword, 'PASSWORD_WRONG', 'oldPassword'],
  ['no old one', '', unusedPassword, unusedPassword, 'PASSWORD_WRONG', 'oldPassword'],
  [
    'another confirmation',
    password,
    unusedPassword,
    `${unusedPassword}.`,
    'PASSWORD_MISMATCH',
    'passwordConfirmation',
  ],
  ['no new one', password, '', '', 'PASSWORD_LENGTH', 'password'],
  [
    'eleven characters',
    password,
    '森の中の小さな家で待つ',
    '森の中の小さな家で待つ',
    'PASSWORD_LENGTH',
    'password',
  ],
  ['one that is tried first', password, 'P@ssw0rd2026', 'P@ssw0rd2026', 'PASSWORD_COMMON', 'password'],
  ['the own address', password, alderEmail, alderEmail, 'PASSWORD_GUESSABLE', 'password'],
  [
    'a stock code thrice',
    password,
    '7203.T-7203.T-7203.T',
    '7203.T-7203.T-7203.T',
    'PASSWORD_GUESSABLE',
    'password',
  ],
  ['the same again', password, password, password, 'PASSWORD_SAME', 'password'],
])('%s is refused, and the password stays', async (_, old, own, again, errorCode, field) => {
  const desk = await startTestServer(oneFirm)
  const trader = await desk.trader('alder')

  const refused = await trader.isRefused('/user/update-password', changes(old, own, again))
  expect(refused).toMatchObject({ status: 400, errorCode, field })
  expect(await countMessagesTo(desk, alderEmail)).toBe(0)
  await trader.signsIn(password)
})

// spec: 8.account.1
test("a wrong old password is 'Invalid existing password'", async () => {
  const trader = await (await startTestServer(oneFirm)).trader('alder')
  expect((await trader.isRefused('/user/update-password', changes('wrong', unusedPassword))).message).toBe(
    'Invalid existing password',
  )
})

// spec: 3.29
test.each(['oldPassword', 'password', 'passwordConfirmation'])('%s is required', async (field) => {
  const trader = await (await startTestServer(oneFirm)).trader('alder')
  const { [field]: _, ...body } = changes(password, unusedPassword).body as Record<string, string>
  const refused = await trader.isRefused('/user/update-password', { body })
  expect(refused).toMatchObject({ status: 400, errorCode: 'INVALID', field })
})

test('a stolen session cannot be used to try passwords', async () => {
  const desk = await startTestServer(oneFirm)
  const trader = await desk.trader('alder')
  for (let i = 0; i < 10; i += 1)
    expect((await trader.calls('/user/update-password', changes('wrong', unusedPassword))).status).toBe(400)

  const refused = await trader.calls('/user/update-password', changes(password, unusedPassword))
  expect(refused.status).toBe(429)
  desk.clock.advance(Number(refused.headers.get('retry-after')) * 1_000)
  expect((await trader.calls('/user/update-password', changes(password, unusedPassword))).status).toBe(200)
})

test('a log-in that waits for its code ends with the password it began with', async () => {
  const desk = await startTestServer(oneFirm)
  const [email, phone] = ['two@alder.example', '+815012345678']
  await desk.addUser({ email, role: 'TRADER', firm: 'Alder', twoFactor: true, phone })
  const two = desk.person(email)
  const logsIn = async () =>
    (await two.isRefused('/login', { body: { email, password }, token: null })).token ?? ''
  const code = async () => /\d{6}/.exec(await desk.newestMessage(phone))?.[0] ?? ''
  const says = (otp: string, token: string) =>
    two.calls<{ access_token: string; errorCode: string }>('/2fa/verify', { body: { otp }, token })
  const first = await logsIn()
  two.token = (await says(await code(), first)).body.access_token
  const otherSession = await logsIn()

  await two.callsOk('/user/update-password', changes(password, unusedPassword))
  expect(await says(await code(), otherSession)).toMatchObject({
    status: 401,
    body: { errorCode: 'USER_NOT_AUTHENTICATED' },
  })
  expect(await two.callsOk('/user/my-details')).toMatchObject({ email })
})
