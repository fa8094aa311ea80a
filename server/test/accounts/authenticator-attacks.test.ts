import { expect, test } from 'vitest'
import { oneFirm, userIdOf } from '../support/account-fixtures.ts'
import { auditEvents, Operator } from '../support/operator.ts'
import { startTestServer } from '../support/test-server.ts'
import { password } from '../support/test-user.ts'
import {
  adds,
  begins,
  codeAt,
  email,
  gives,
  half,
  security,
  someone,
  wrongCodeAt,
} from './authenticator-app.ts'

test('five codes for each sign-in, whatever they come from', async () => {
  const desk = await startTestServer(oneFirm)
  const user = await someone(desk)
  const { key, recoveryCodes } = await adds(desk, user)
  const token = await half(user)
  const wrong = { otp: wrongCodeAt(key, desk.clock.now()) }
  for (let i = 0; i < 3; i += 1) expect((await gives(user, token, wrong)).status).toBe(401)
  for (let i = 0; i < 2; i += 1)
    expect((await gives(user, token, { otp: 'AAAA-AAAA-AAAA-AAAA', method: 'RECOVERY_CODE' })).status).toBe(
      401,
    )

  expect((await gives(user, token, { otp: codeAt(key, desk.clock.now()) })).status).toBe(401)
  const recovery = { otp: recoveryCodes[0] ?? '', method: 'RECOVERY_CODE' }
  expect((await gives(user, token, recovery)).status).toBe(401)
  // It was not used up.
  expect((await gives(user, await half(user), recovery)).status).toBe(200)
})

test('wrong codes of an app lock the account after 34, since three are right at a time, and the reply is that of a wrong password', async () => {
  const desk = await startTestServer(oneFirm)
  const user = await someone(desk)
  const { key, recoveryCodes } = await adds(desk, user)
  const logIn = (given: string) =>
    user.calls<{ token?: string }>('/login', { body: { email, password: given }, token: null })

  let wrong = 0
  let token = ''
  while (wrong < 34) {
    if (wrong % 5 === 0) token = (await logIn(password)).body.token ?? ''
    wrong += 1
    expect((await gives(user, token, { otp: wrongCodeAt(key, desk.clock.now()) })).status).toBe(401)
  }
  // The sign-in that waits is over, for every method.
  const right = { otp: recoveryCodes[0] ?? '', method: 'RECOVERY_CODE' }
  expect((await gives(user, token, right)).body.errorCode).toBe('USER_NOT_AUTHENTICATED')
  const [locked, mistaken] = [await logIn(password), await logIn('not the password')]
  expect([locked.status, locked.text]).toEqual([mistaken.status, mistaken.text])
  expect(await auditEvents(desk, 'accountLocked')).toHaveLength(1)

  await new Operator(desk).runs('user unlock', { email, reason: 'called' })
  expect((await gives(user, await half(user), { otp: codeAt(key, desk.clock.now()) })).status).toBe(200)
})

test("another user's code, app and sign-in are of no use", async () => {
  const desk = await startTestServer(oneFirm)
  const user = await someone(desk)
  const other = await someone(desk, { address: 'other@alder.example' })
  const own = await adds(desk, user)
  const others = await adds(desk, other)

  const token = await half(user)
  const now = desk.clock.now()
  expect((await gives(user, token, { otp: codeAt(others.key, now) })).status).toBe(401)
  const stolen = { otp: others.recoveryCodes[0] ?? '', method: 'RECOVERY_CODE' }
  expect((await gives(user, token, stolen)).status).toBe(401)
  const id = (await security(user)).authenticators[0]?.id ?? ''
  const removes = { body: { id, password } }
  expect(await other.isRefused('/user/authenticators/remove', removes)).toMatchObject({ status: 404 })
  // A row that was copied to another user does not open.
  await desk.app.database
    .updateTable('authenticator')
    .set({ user_id: await userIdOf(desk, other.email) })
    .where('id', '=', id)
    .execute()
  expect((await gives(other, await half(other), { otp: codeAt(own.key, now) })).status).toBe(401)
})

test('nobody adds, removes or renews without the password, which cannot be guessed there', async () => {
  const desk = await startTestServer(oneFirm)
  const user = await someone(desk)
  await adds(desk, user)
  const id = (await security(user)).authenticators[0]?.id ?? ''

  const wrong = { password: 'not the password' }
  expect(await begins(user, wrong)).toMatchObject({ status: 400, body: { errorCode: 'PASSWORD_WRONG' } })
  const remove = { body: { id, ...wrong } }
  expect(await user.isRefused('/user/authenticators/remove', remove)).toMatchObject({ status: 400 })
  const statuses = []
  for (let i = 0; i < 10; i += 1) statuses.push((await begins(user, wrong)).status)
  expect(statuses).toEqual([...Array<number>(8).fill(400), 429, 429])
  expect((await begins(user)).status).toBe(429)
  expect((await security(user)).authenticators).toHaveLength(1)
})

test('an unknown address, a wrong password and a locked account are answered alike, whoever has an app', async () => {
  const desk = await startTestServer(oneFirm)
  const user = await someone(desk)
  await adds(desk, user)
  const tries = async (address: string) => {
    const body = { email: address, password: 'not the password' }
    const { status, text } = await user.calls('/login', { body, token: null })
    return [status, text]
  }
  expect(await tries(email)).toEqual(await tries('nobody@alder.example'))
  expect(await tries(email)).toEqual(await tries('trader@alder.example'))
})
