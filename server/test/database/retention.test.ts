import { describe, expect, test } from 'vitest'
import { OwnHistory } from '../../src/market/history/own-history.ts'
import * as apps from '../accounts/authenticator-app.ts'
import { challenges } from '../accounts/passkey-devices.ts'
import { begins, signsInAt, startProvider } from '../accounts/sign-on/test-provider.ts'
import { asksToOpen } from '../admin/approvals/four-eyes.ts'
import { requestPasswordReset, startServerOn } from '../support/account-fixtures.ts'
import { agreePair } from '../support/journeys.ts'
import { Operator } from '../support/operator.ts'
import { testDatabases } from '../support/test-databases.ts'
import type { TestServer } from '../support/test-server.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/**
 * What the page about personal data says: the table, the column that names a row, and for how long a row is stored
 * after it was written, used or ended.
 */
const lifetimes = [
  ['passkey_challenge', 'challenge_hash', 5 * minuteMs],
  ['login_attempt', 'token_hash', 10 * minuteMs],
  ['authenticator_setup', 'id', 10 * minuteMs],
  ['provider_login', 'attempt_hash', 10 * minuteMs],
  ['provider_logout', 'jti_hash', 15 * minuteMs],
  ['password_reset', 'token_hash', 30 * minuteMs],
  ['idempotency', 'key', dayMs],
  ['session', 'token_hash', 2 * dayMs],
  // A request expires after 15 minutes, and is stored for a week from then on.
  ['approval', 'id', 15 * minuteMs + 7 * dayMs],
  ['outbox', 'id', 30 * dayMs],
  ['usual_network', 'network', 180 * dayMs],
] as const

/** What is stored for good, or until a person is erased. */
const permanent = ['journal', 'audit', 'notification', 'history_advert', 'history_locate'] as const
type Table = (typeof lifetimes)[number][0] | (typeof permanent)[number]

const rowsOf = async ({ app }: TestServer, table: Table): Promise<Record<string, unknown>[]> =>
  await app.database
    .selectFrom(table as 'audit')
    .selectAll()
    .execute()

/** A row of every class, written at the present time of the test's clock. */
async function liveADay(desk: TestServer): Promise<void> {
  const [alder, birch] = await Promise.all(
    ['alder', 'birch'].map(async (firm) => (await desk.trader(firm)).connects()),
  )
  if (!alder || !birch) throw new Error('nobody is there')
  await agreePair({ desk, alder, birch })
  const keyed = { 'idempotency-key': 'a draft of the test of retention' }
  const body = { securityId: desk.securityId('6758.T') }
  await alder.callsOk('/advert/create-advert', { body, headers: keyed })

  const other = await apps.someone(desk, { sms: true })
  await apps.begins(other)
  await challenges(other)
  await requestPasswordReset(other)
  await apps.half(other)
  const provider = await startProvider(desk, { broker: 'Hinoki', domains: ['hinoki.example'] })
  const broker = desk.person('broker@hinoki.example')
  await signsInAt(provider, broker)
  await begins(broker, broker.email)
  const token = await provider.logoutToken(broker.email)
  const request = { method: 'POST', body: new URLSearchParams({ logout_token: token }) }
  expect((await fetch(`${desk.url}/api/back-channel-logout`, request)).status).toBe(200)

  for (const grant of ['operations', 'administrator'] as const) await desk.addStaff(grant)
  await asksToOpen(await desk.person('operations@aitai.example').signsIn())
  // Otherwise filled from time to time.
  await new OwnHistory(desk.app.database).update()
  // As if the mail server had taken everything: it has no address here.
  await desk.app.database.updateTable('outbox').set({ sent_at: desk.clock.now(), body: '' }).execute()
}

describe.each(testDatabases)('what is stored, on $name', (store) => {
  test('is gone when its time is over and not before, and what stays still verifies', async () => {
    const desk = await startServerOn(store, { firms: ['Alder', 'Birch'], brokers: ['Hinoki'] })
    const beganAt = desk.clock.now()
    await liveADay(desk)
    expect(desk.clock.now()).toBe(beganAt)
    const before = new Map(
      await Promise.all(permanent.map(async (table) => [table, await rowsOf(desk, table)] as const)),
    )
    const written = new Map<Table, readonly unknown[]>()
    for (const [table, key] of lifetimes) {
      // Of sessions those that have ended.
      const rows = (await rowsOf(desk, table)).filter(({ ended }) => ended !== null)
      written.set(
        table,
        rows.map((row) => row[key]),
      )
      expect([table, rows.length]).not.toEqual([table, 0])
    }
    /** How many of the rows that were there before are left of each class that ends at this time. */
    const left = async (lifetime: number) => {
      await desk.app.sweep()
      const ending = lifetimes.filter(([, , ms]) => ms === lifetime)
      const counts = ending.map(async ([table, key]) => {
        const known = written.get(table) ?? []
        const rows = await rowsOf(desk, table)
        return [table, known.length, rows.filter((row) => known.includes(row[key])).length] as const
      })
      return await Promise.all(counts)
    }

    for (const lifetime of new Set(lifetimes.map(([, , ms]) => ms))) {
      desk.clock.advance(beganAt + lifetime - 1 - desk.clock.now())
      for (const [table, was, is] of await left(lifetime)) expect([table, is]).toEqual([table, was])
      desk.clock.advance(2)
      for (const [table, , is] of await left(lifetime)) expect([table, is]).toEqual([table, 0])
    }

    for (const table of permanent) {
      const was = before.get(table) ?? []
      expect([table, was.length]).not.toEqual([table, 0])
      const now = new Set((await rowsOf(desk, table)).map((row) => JSON.stringify(row)))
      expect([table, was.filter((row) => !now.has(JSON.stringify(row)))]).toEqual([table, []])
    }
    const operator = new Operator(desk)
    expect(await operator.runs('audit verify', {})).toMatchObject({ verified: true })
    expect(await operator.runs('replay verify', {})).toMatchObject({ verified: true })
    // The passwords of the agreement are stored for good, and nothing can read them any more.
    const [first] = await desk.app.database
      .selectFrom('data_key')
      .leftJoin('data_key_wrap', 'key_id', 'id')
      .select(['destroyed_at', 'wrapped'])
      .where('purpose', '=', 'locatePasswords')
      .orderBy('usable_from')
      .execute()
    expect(first).toEqual({ destroyed_at: expect.any(Number), wrapped: null })
  })
})
