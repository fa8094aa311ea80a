import {
  isLasting,
  lastingNotifications,
  replacedNotifications,
  subjectOf,
} from '@aitai/engine/notification-replacement.ts'
import type { NotificationType } from '@aitai/engine/notifications.ts'
import fc from 'fast-check'
import type { Kysely } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { neverReplaced } from '../../src/database/migrations/migration-0001.ts'
import { openDatabase } from '../../src/database/open-database.ts'
import type { Database } from '../../src/database/schema.ts'
import type { NotificationDraft } from '../../src/market/notification-drafts.ts'
import {
  createNotificationStore,
  type NotificationStore,
  type StoredNotification,
} from '../../src/market/notification-store.ts'
import { testDatabases } from '../support/test-databases.ts'

interface Draft {
  readonly userId: string
  readonly message: NotificationType
  readonly about: string | null
  readonly isToBroker: boolean
}

const users = ['alder', 'birch']
const draft: fc.Arbitrary<Draft> = fc.record({
  userId: fc.constantFrom(...users),
  message: fc.constantFrom<NotificationType>(
    'ADVERT_UPDATED',
    'Contra Located',
    'NOT_EXECUTED_REPORTED',
    'Contra Connection Accepted!',
    'Advertisement expired',
  ),
  about: fc.constantFrom('7203', '6758', '9984', null),
  isToBroker: fc.boolean(),
})

/** What is written in one transaction. */
const written = fc.record({
  afterRestart: fc.boolean(),
  drafts: fc.array(draft, { minLength: 1, maxLength: 8 }),
})

const bodyOf = ({ message, about, isToBroker }: Draft): NotificationDraft['body'] => ({
  message,
  messageType: 'statusAlert',
  securityId: about,
  advertisementId: null,
  locateNotificationId: null,
  connectionAgreementId: about === null ? null : `agreement-${about}`,
  buyStatus: isToBroker ? false : null,
  sellStatus: isToBroker ? false : null,
  brokerUserName: null,
  confirmedBy: null,
  errorCode: null,
  errorMessage: null,
  firstName: '',
  lastName: '',
  timestamp: 0,
  ack: false,
  visible: true,
  locate: null,
})

/** Stores notifications in one transaction, as one entry causes them. */
function storeTogether(
  db: Kysely<Database>,
  drafts: readonly Draft[],
  notificationStore = createNotificationStore(db),
  seq = 1,
): Promise<readonly StoredNotification[]> {
  const entry = { seq, at: 1_000, command: '', events: '', hash: `${seq}` }
  const bodies = drafts.map((each) => ({ userId: each.userId, body: bodyOf(each) }))
  return db.transaction().execute((trx) => notificationStore.store(trx, [entry], [bodies]))
}

/** A user's notifications, newest first, with what each should show. */
function expected(stored: readonly StoredNotification[], userId: string): StoredNotification[] {
  const own = stored.filter((each) => each.userId === userId).toReversed()
  const replaced = replacedNotifications(
    own,
    ({ body }) => subjectOf(body),
    ({ body }) => isLasting(body),
  )
  return own.map((each) => ({ ...each, body: { ...each.body, visible: !replaced.has(each) } }))
}

async function expectSameFor(
  notificationStore: NotificationStore,
  stored: readonly StoredNotification[],
): Promise<void> {
  for (const userId of users) {
    const own = expected(stored, userId)
    const visible = own.filter(({ body }) => body.visible).map(({ body }) => body)
    expect(await notificationStore.listNotifications(userId)).toEqual(visible)
    expect(await notificationStore.unackedNotifications(userId)).toEqual(own.toReversed())
    const since = (await notificationStore.storedSince(0)).filter((each) => each.userId === userId)
    expect(since).toEqual(own.toReversed())
  }
}

describe.each(testDatabases)('replaced notifications in $name', (database) => {
  test('what is visible follows from the rows alone', async () => {
    const { db, close } = await openDatabase(await database.newLocation())
    onTestFinished(close)
    await fc.assert(
      fc.asyncProperty(fc.array(written, { minLength: 1, maxLength: 8 }), async (writes) => {
        await db.deleteFrom('notification').execute()
        await db.deleteFrom('newest_notification').execute()
        const notificationStore = createNotificationStore(db)
        const stored: StoredNotification[] = []
        for (const [n, { drafts, afterRestart }] of writes.entries()) {
          if (afterRestart) notificationStore.forget()
          stored.push(...(await storeTogether(db, drafts, notificationStore, n + 1)))
          await expectSameFor(notificationStore, stored)
        }
      }),
      { numRuns: database.name === 'SQLite' ? 60 : 20 },
    )
  })

  test('the longest list has 1,000 notifications, whatever they are about', async () => {
    const { db, close } = await openDatabase(await database.newLocation())
    onTestFinished(close)
    const notificationStore = createNotificationStore(db)
    const kinds = [
      { message: 'Advertisement expired', about: () => '7203' },
      { message: 'ADVERT_UPDATED', about: (n: number) => `${n}` },
      { message: 'ADVERT_UPDATED', about: () => '7203' },
    ] as const
    const drafts = Array.from({ length: 2_400 }, (_, n): Draft => {
      const { message, about } = kinds[n % kinds.length] ?? kinds[0]
      return { userId: 'alder', message, about: about(n), isToBroker: false }
    })
    const stored = await storeTogether(db, drafts)

    const visible = expected(stored, 'alder').filter(({ body }) => body.visible)
    expect(visible.length).toBeGreaterThan(1_000)
    const list = await notificationStore.listNotifications('alder')
    expect(list).toEqual(visible.slice(0, 1_000).map(({ body }) => body))
  })
})

test('the index of what is never replaced names what the engine never replaces', () => {
  const names = lastingNotifications.map((message) => `'${message}'`).join(', ')
  expect(neverReplaced).toBe(`(about is null or message in (${names}))`)
})
