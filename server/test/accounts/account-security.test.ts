import type { AccountSecurity } from '@aitai/contract/schemas/account.ts'
import { describe, expect, test } from 'vitest'
import { alderEmail, behindProxy, fromNetwork, oneFirm, startServerOn } from '../support/account-fixtures.ts'
import { testDatabases } from '../support/test-databases.ts'
import { startTestServer } from '../support/test-server.ts'
import { password } from '../support/test-user.ts'

const phone = '+815012345678'
const email = 'two@alder.example'

const accountSecurityOf = (person: { callsOk<T>(path: string): Promise<T> }) =>
  person.callsOk<AccountSecurity>('/user/security')

describe.each(testDatabases)('the account security of a user, on $name', (store) => {
  test('the owner sees the sign-in attempts, the newest first, and which one is the current session', async () => {
    const desk = await startServerOn(store)
    await expect(desk.person(alderEmail).signsIn('not the password')).rejects.toThrow('ACCESS_DENIED')
    desk.clock.advance(1_000)
    const trader = await desk.trader('alder')

    const { phone: none, signIns, othersOpen } = await accountSecurityOf(trader)
    expect(none).toBeNull()
    expect(signIns.map(({ result, isThis, network }) => [result, isThis, network])).toEqual([
      ['SIGNED_IN', true, 'SAME'],
      ['WRONG_PASSWORD', false, 'SAME'],
    ])
    expect(othersOpen).toBe(0)
  })

  test('the owner ends a reset link and a pending log-in, and stays signed in', async () => {
    const desk = await startServerOn(store)
    await desk.addUser({ email, role: 'TRADER', firm: 'Alder', twoFactor: true, phone, language: 'en' })
    const two = desk.person(email)
    const waits = await two.isRefused('/login', { body: { email, password }, token: null })
    const otp = /\d{6}/.exec(await desk.newestMessage(phone))?.[0] ?? ''
    const { access_token } = await two.callsOk<{ access_token: string }>('/2fa/verify', {
      body: { otp },
      token: waits.token ?? '',
    })
    two.token = access_token
    const stolen = await two.isRefused('/login', { body: { email, password }, token: null })
    await two.callsOk(`/password/forgot-password/${email}`)
    await desk.newestMessage(email)

    expect(await accountSecurityOf(two)).toMatchObject({ phone: '+81••••••••78', othersOpen: 2 })
    expect(await two.callsOk('/user/end-others', { body: {} })).toEqual({ ended: 2 })
    expect(await accountSecurityOf(two)).toMatchObject({ othersOpen: 0 })
    const late = await two.isRefused('/2fa/request', { body: {}, token: stolen.token ?? '' })
    expect(late.status).toBe(401)
  })
})

test('a sign-in attempt from elsewhere is marked, the second step too', async () => {
  const desk = await startTestServer({ ...oneFirm, env: behindProxy })
  await desk.addUser({ email, role: 'TRADER', firm: 'Alder', twoFactor: true, phone, language: 'en' })
  const two = desk.person(email)
  const from = (network: string, path: string, body: object, token: string | null = null) =>
    two.calls<{ token?: string; access_token?: string }>(path, { body, token, headers: fromNetwork(network) })
  const logsIn = async (network: string) =>
    (await from(network, '/login', { email, password })).body.token ?? null
  await from('203.0.113.9', '/login', { email, password: 'not the password' })
  await from('203.0.113.9', '/2fa/verify', { otp: '000000' }, await logsIn('203.0.113.9'))
  const token = await logsIn('198.51.100.7')
  await from('198.51.100.7', '/2fa/request', {}, token)
  const otp = /\d{6}/.exec(await desk.newestMessage(phone))?.[0] ?? ''
  const signed = await from('198.51.100.7', '/2fa/verify', { otp }, token)
  two.token = signed.body.access_token ?? ''

  const { signIns } = await accountSecurityOf(two)
  expect(signIns.map(({ result, network }) => [result, network])).toEqual([
    ['SIGNED_IN', 'SAME'],
    ['WRONG_CODE', 'OTHER'],
    ['WRONG_PASSWORD', 'OTHER'],
  ])
})

test('a phone number is not shown if two-factor authentication is off', async () => {
  const desk = await startTestServer(oneFirm)
  await desk.addUser({ email, role: 'TRADER', firm: 'Alder', twoFactor: false, phone, language: 'en' })
  const trader = await desk.person(email).signsIn()

  expect((await accountSecurityOf(trader)).phone).toBeNull()
})

test('nobody sees the sign-ins of another account', async () => {
  const desk = await startTestServer(oneFirm)
  const trader = await desk.trader('alder')
  await expect(desk.person('trader@birch.example').signsIn('wrong')).rejects.toThrow('ACCESS_DENIED')

  const { signIns } = await accountSecurityOf(trader)
  expect(signIns).toHaveLength(1)
})
