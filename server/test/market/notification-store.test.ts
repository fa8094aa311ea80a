import { type Notification, notifications } from '@aitai/contract/schemas/notifications.ts'
import type { Direction } from '@aitai/engine/model/advert.ts'
import { yen } from '@aitai/engine/model/price.ts'
import { Check } from 'typebox/value'
import { describe, expect, test } from 'vitest'
import { createNotificationStore } from '../../src/market/notification-store.ts'
import { testDatabases } from '../support/test-databases.ts'
import {
  advanceClock,
  agreePair,
  answerLocate,
  draftAndSubmit,
  locatePair,
  openTestMarket,
  type TestMarket,
  toyota,
  untilState,
} from '../support/test-market.ts'

const listed = (venue: TestMarket, userId: string): Promise<readonly Notification[]> =>
  venue.notificationStore.listNotifications(userId)

const messages = async (venue: TestMarket, userId: string): Promise<string[]> =>
  (await listed(venue, userId)).map(({ message }) => message)

/** The messages of all notifications of a user, in order. */
const messagesTo = (venue: TestMarket, userId: string): string[] =>
  venue.notified.filter((notification) => notification.userId === userId).map(({ body }) => body.message)

/** Waits until a user has this many notifications, because replies leave first. */
const isNotified = (venue: TestMarket, userId: string, times: number): Promise<true> =>
  untilState(venue, () => messagesTo(venue, userId).length >= times || null)

/** Both accept. Returns the agreement's id. */
const agreement = async (venue: TestMarket): Promise<string> => agreePair(venue, await locatePair(venue))

const confirms = (venue: TestMarket, agreementId: string, side: 'BUY' | 'SELL'): Promise<void> =>
  venue.market.submit({
    type: 'confirmExecution',
    agreementId,
    side,
    brokerId: 'hinoki',
    brokerUserId: 'hanako',
  })

describe.each(testDatabases)('notifications in $name', (store) => {
  // rule: 9.4
  test('each side of an agreement receives the broker and only its own password', async () => {
    const venue = await openTestMarket(await store.newLocation())
    const agreementId = await agreement(venue)
    const passwordOf = (side: Direction) =>
      venue.market.read((state) => {
        const made = state.agreements.get(agreementId)
        return made ? venue.reference.names().passwordOf(made, side) : null
      })
    const passwords = { BUY: await passwordOf('BUY'), SELL: await passwordOf('SELL') }
    expect(passwords).toEqual({
      BUY: expect.stringMatching(/^\w{8}$/),
      SELL: expect.stringMatching(/^\w{8}$/),
    })

    const [toBuyer] = await listed(venue, 'alder')
    const [toSeller] = await listed(venue, 'birch')

    expect(toBuyer?.message).toBe('Contra Connection Accepted!')
    expect(toBuyer?.locate).toMatchObject({ password: passwords.BUY, brokerName: 'Hinoki Securities' })
    expect(toSeller?.locate).toMatchObject({ password: passwords.SELL, brokerName: 'Hinoki Securities' })
    expect(JSON.stringify(toBuyer)).not.toContain(passwords.SELL)
    expect(JSON.stringify(toSeller)).not.toContain(passwords.BUY)
    for (const own of [toBuyer, toSeller])
      expect(own).toMatchObject({ connectionAgreementId: agreementId, buyStatus: null, sellStatus: null })
  })

  test('no notification to a trader identifies the contra', async () => {
    const venue = await openTestMarket(await store.newLocation())
    await agreement(venue)
    const contraIds = await venue.market.read((state) =>
      [...state.adverts.values()].filter(({ firmId }) => firmId === 'birch').map(({ id }) => id),
    )

    await isNotified(venue, 'alder', 4)
    const toAlder = venue.notified.filter(({ userId }) => userId === 'alder')
    for (const secret of ['birch', ...contraIds]) expect(JSON.stringify(toAlder)).not.toContain(secret)
  })

  // spec: 2.broker.3
  test("every user of the executing broker is notified, and sees no trader's side", async () => {
    const venue = await openTestMarket(await store.newLocation())
    const agreementId = await agreement(venue)
    await confirms(venue, agreementId, 'BUY')
    await confirms(venue, agreementId, 'SELL')

    for (const userId of ['hanako', 'hiroshi']) {
      await isNotified(venue, userId, 4)
      expect(messagesTo(venue, userId)).toEqual([
        'New IOI Match Confirmed',
        'Connection status updated',
        'Connection status updated',
        'Connection confirmed',
      ])
      const [newest] = await listed(venue, userId)
      expect(newest).toMatchObject({
        message: 'Connection confirmed',
        buyStatus: true,
        sellStatus: true,
        confirmedBy: 'hanako Example',
        connectionAgreementId: agreementId,
        locate: null,
      })
    }
  })

  test('stored notifications match the contract', async () => {
    const venue = await openTestMarket(await store.newLocation())
    await confirms(venue, await agreement(venue), 'BUY')
    for (const userId of ['alder', 'birch', 'hanako'])
      expect(Check(notifications.reply, await listed(venue, userId))).toBe(true)
    expect(
      Check(
        notifications.reply,
        venue.notified.map(({ body }) => body),
      ),
    ).toBe(true)
  })

  // rule: 17.3
  test('the numbers of a user are consecutive, and no id is used twice', async () => {
    const place = await store.newLocation()
    const first = await openTestMarket(place)
    await agreement(first)
    await first.stop()
    const second = await openTestMarket(place, { clock: first.clock })
    await draftAndSubmit(second, 'alder', 'BUY', '6758.T')

    const { db } = second.opened
    const rows = await db.selectFrom('notification').selectAll().orderBy('number').execute()
    for (const userId of ['alder', 'birch', 'hanako']) {
      const numbers = rows.filter(({ user_id }) => user_id === userId).map(({ number }) => number)
      expect(numbers).toEqual(numbers.map((_, i) => i + 1))
    }
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
    for (const { id } of rows) expect(id).toMatch(/^[0-9a-f]{32}$/)
  })

  // rule: 17.4
  test('a new notification for a security replaces the older one, but not an acceptance or an expiry', async () => {
    const venue = await openTestMarket(await store.newLocation())
    await agreement(venue)
    expect(await messages(venue, 'alder')).toEqual(['Contra Connection Accepted!'])

    const again = await draftAndSubmit(venue, 'alder', 'BUY')
    await venue.market.submit({ type: 'pauseAdvert', traderId: 'alder', advertId: again })
    expect(await messages(venue, 'alder')).toEqual(['ADVERT_UPDATED', 'Contra Connection Accepted!'])

    advanceClock(venue, 60 * 60_000)
    await untilState(venue, (state) => state.adverts.get(again)?.causeOfDeath)
    await draftAndSubmit(venue, 'alder', 'SELL', '6758.T')
    await draftAndSubmit(venue, 'alder', 'SELL')
    expect(await messages(venue, 'alder')).toEqual([
      'ADVERT_SUBMITTED',
      'ADVERT_SUBMITTED',
      'Advertisement expired',
      'Contra Connection Accepted!',
    ])
  })

  test('of two notifications written together on a security the later one is visible', async () => {
    const venue = await openTestMarket(await store.newLocation(), { tickMs: 60_000 })
    const advertId = await draftAndSubmit(venue, 'alder', 'BUY')
    const pausing = { traderId: 'alder', advertId } as const
    await Promise.all([
      venue.market.submit({ type: 'pauseAdvert', ...pausing }),
      venue.market.submit({ type: 'resumeAdvert', ...pausing, price: 2_000 * yen }),
    ])
    expect(await messages(venue, 'alder')).toEqual(['USER_RESUMED_ADVERT'])
  })

  // rule: 17.2
  test('a notification is sent again until its own user has acknowledged it', async () => {
    const venue = await openTestMarket(await store.newLocation())
    await locatePair(venue)
    const { notificationStore } = venue
    const unacked = await notificationStore.unackedNotifications('alder')
    expect(unacked.map(({ body }) => body.message)).toEqual(['ADVERT_SUBMITTED', 'Contra Located'])
    const [submitted, located] = unacked.map(({ id }) => id)
    if (!submitted || !located) throw new Error('two were told')

    await notificationStore.ackNotifications(
      [
        { userId: 'birch', notificationId: located },
        { userId: 'alder', notificationId: 'f'.repeat(32) },
        { userId: 'alder', notificationId: 'not an id, with \x1e' },
        // With the number of the right one.
        { userId: 'alder', notificationId: `${located.slice(0, 8)}${'f'.repeat(16)}${located.slice(-8)}` },
      ],
      1,
    )
    expect(await notificationStore.unackedNotifications('alder')).toEqual(unacked)
    // Those of the contra with the same numbers.
    expect(await notificationStore.unackedNotifications('birch')).toHaveLength(2)
    // In one batch with one of another user, who may not acknowledge it either.
    const both = ['birch', 'alder'].map((userId) => ({ userId, notificationId: located }))
    await notificationStore.ackNotifications(both, 3)
    await notificationStore.ackNotifications([{ userId: 'birch', notificationId: submitted }], 4)
    await notificationStore.ackNotifications(both, 5)

    const row = venue.opened.db
      .selectFrom('notification')
      .select(['ack', 'acked_at'])
      .where('id', '=', located)
    expect(await row.executeTakeFirst()).toEqual({ ack: 1, acked_at: 3 })

    // The earlier one was not acknowledged, and is still sent.
    expect((await notificationStore.unackedNotifications('alder')).map(({ id }) => id)).toEqual([submitted])
    expect((await listed(venue, 'alder')).map(({ ack }) => ack)).toEqual([true])
  })

  test('unacknowledged notifications are read in pages', async () => {
    const venue = await openTestMarket(await store.newLocation())
    await agreement(venue)
    const all = await venue.notificationStore.unackedNotifications('alder')
    const pieces = []
    for (let after = 0; ; ) {
      const piece = await venue.notificationStore.unackedNotifications('alder', after, 2)
      pieces.push(...piece)
      if (piece.length === 0) break
      after = piece.at(-1)?.number ?? after
    }
    expect(all.length).toBeGreaterThan(2)
    expect(pieces).toEqual(all)
  })

  test('another process reads the same notifications for the same entry', async () => {
    const venue = await openTestMarket(await store.newLocation())
    await agreement(venue)
    await isNotified(venue, 'hanako', 1)
    const stored = await createNotificationStore(venue.opened.db).storedSince(0)
    const byId = (a: { id: string }, b: { id: string }): number => (a.id < b.id ? -1 : 1)
    expect(stored.toSorted(byId)).toEqual(venue.notified.toSorted(byId).map(withVisible(stored)))
  })

  // rule: 17.5
  test('a lapsed locate is notified to both, with different codes', async () => {
    const venue = await openTestMarket(await store.newLocation())
    const locateId = await locatePair(venue)
    await answerLocate(venue, 'alder', locateId, 'BUY')
    advanceClock(venue, 31_501)
    await untilState(venue, (state) => state.locates.get(locateId)?.outcome)

    const [toAlder] = await listed(venue, 'alder')
    const [toBirch] = await listed(venue, 'birch')
    expect(toAlder).toMatchObject({
      message: 'Contra locate timeout',
      errorCode: 'LOCATE-TIMEOUT-CONTRA',
      locate: { answer: 'ACCEPT', outcome: 'CONTRA_TIMEOUT', password: null, brokerName: null },
    })
    expect(toBirch).toMatchObject({ errorCode: 'LOCATE-TIMEOUT-OWN', locate: { outcome: 'TIMED_OUT' } })
    expect(toAlder?.securityId).toBe(
      venue.reference.names().listed.find(({ security }) => security.ric === toyota)?.security.securityId,
    )
  })
})

type Stored = { readonly id: string; readonly body: Notification }

/** A notification is pushed as visible; in the table, later ones may have replaced it since. */
const withVisible =
  (stored: readonly Stored[]) =>
  <T extends Stored>(notification: T): T => {
    const visible = stored.find(({ id }) => id === notification.id)?.body.visible ?? true
    return { ...notification, body: { ...notification.body, visible } }
  }
