import { describe, expect, test } from 'vitest'
import { introductionMs } from '../../../src/accounts/second-factor/required-factor.ts'
import { changeBroker } from '../../../src/admin/broker-change.ts'
import { auditEvents, Operator } from '../../support/operator.ts'
import { startTestServer, type TestServer } from '../../support/test-server.ts'
import { password, type TestUser } from '../../support/test-user.ts'
import { adds, email, half, offers, oneFirmAtSite, signsInAlone, someone } from '../passkey-devices.ts'
import { signsInAt, startProvider } from './test-provider.ts'

const reason = 'a test of a provider beside required passkeys'
const withoutPasskey = 'trader@alder.example'

/** Alder requires passkeys and has a provider; one of its traders has a passkey, the other one has none. */
async function withBoth(othersAllowed: boolean) {
  const desk = await startTestServer(oneFirmAtSite)
  const holder = await someone(desk)
  const { device } = await adds(holder)
  await desk.requiresPasskeys('Alder')
  const provider = await startProvider(desk, { othersAllowed })
  return { desk, device, provider, holder: desk.person(email), other: desk.person(withoutPasskey) }
}

const byPassword = (user: TestUser) =>
  user.calls<{ token?: string }>('/login', { body: { email: user.email, password }, token: null })

/** How the password of somebody is answered whom nobody knows. */
const unknownTo = async (desk: TestServer) => (await byPassword(desk.person('nobody@alder.example'))).text

const openedBy = async ({ app }: TestServer) =>
  (
    await app.database
      .selectFrom('session')
      .select(['kind', 'provider_sid'])
      .where('ended', 'is', null)
      .execute()
  ).map(({ kind, provider_sid }) => [kind, provider_sid !== null])

describe('an institution that requires passkeys, with a provider as the only way in', () => {
  test('relies on the provider, whose sign-in opens the desk without a passkey of ours', async () => {
    const { desk, provider, other } = await withBoth(false)
    expect(await signsInAt(provider, other)).toMatchObject({ status: 200 })
    expect(await other.callsOk('/user/my-details')).toMatchObject({ needsPasskey: false })
    expect(await openedBy(desk)).toContainEqual(['session', true])
    expect((await auditEvents(desk, 'loginSucceeded')).at(-1)).toMatchObject({ details: { provider: true } })
  })

  test('has no other way: neither the password, also to add a passkey, nor the passkey', async () => {
    const { desk, device, holder, other } = await withBoth(false)
    for (const user of [holder, other]) {
      const { status, text } = await byPassword(user)
      expect([status, text]).toEqual([403, await unknownTo(desk)])
    }
    expect(await signsInAlone(holder, device)).toMatchObject({ status: 403 })
  })

  test('requires them again once the provider is removed', async () => {
    const { desk, device, provider, holder, other } = await withBoth(false)
    await signsInAt(provider, other)
    await new Operator(desk).runs('sign-on remove', { firm: 'Alder', reason })
    expect(await signsInAlone(holder, device)).toMatchObject({ status: 200 })
    desk.clock.advance(introductionMs)
    // Whoever relied on the provider alone has to be invited again.
    expect((await byPassword(other)).status).toBe(403)
    await new Operator(desk).runs('user reset', { email: withoutPasskey, reason })
    expect(await desk.newestMessage(withoutPasskey)).toMatch(/(?:[a-z0-9]{4}-){3}[a-z0-9]{4}/)
  })
})

describe('an institution that requires passkeys, with a provider beside other ways', () => {
  test('still accepts nothing but a passkey on the other ways', async () => {
    const { desk, device, holder, other } = await withBoth(true)
    // The password leads to the passkey alone, and without one to the page to add it.
    const token = await half(holder)
    expect(await offers(holder, token)).toEqual(['PASSKEY'])
    const begun = await byPassword(other)
    other.token = begun.body.token ?? null
    expect(await other.callsOk('/user/my-details')).toMatchObject({ needsPasskey: true })
    expect(await other.isRefused('/advert/advert-list')).toMatchObject({ status: 403 })
    expect(await signsInAlone(holder, device)).toMatchObject({ status: 200 })
    expect(await openedBy(desk)).toContainEqual(['session', false])
  })

  test('leaves the strength of the sign-in there to the provider', async () => {
    const { desk, provider, other } = await withBoth(true)
    expect(await signsInAt(provider, other)).toMatchObject({ status: 200 })
    expect(await other.callsOk('/user/my-details')).toMatchObject({ needsPasskey: false })
    // What it opened adds a passkey only after a new sign-in there.
    const body = { name: 'Laptop', password }
    expect(await other.isRefused('/user/passkeys/begin', { body })).toMatchObject({
      status: 403,
      errorCode: 'CONFIRMATION_REQUIRED',
    })
    expect(await openedBy(desk)).toContainEqual(['session', true])
  })
})

test('a broker that requires passkeys relies on its provider in the same way', async () => {
  const desk = await startTestServer(oneFirmAtSite)
  const change = { shortName: 'Hinoki', requiredFactor: 'passkey', reason } as const
  await changeBroker(desk.admin, change)
  const provider = await startProvider(desk, { broker: 'Hinoki', domains: ['hinoki.example'] })
  const user = desk.person('broker@hinoki.example')
  expect((await byPassword(user)).status).toBe(403)
  expect(await signsInAt(provider, user)).toMatchObject({ status: 200 })
  expect(await user.callsOk('/user/my-details')).toMatchObject({ role: 'BROKER', needsPasskey: false })
})
