import { callApi } from '@aitai/contract/api-client.ts'
import { createAdvert, submitAdvert } from '@aitai/contract/routes/adverts.ts'
import { pauseDeskAdverts } from '@aitai/contract/routes/desk.ts'
import { notifications } from '@aitai/contract/routes/notifications.ts'
import { getEquities, userBrokersList } from '@aitai/contract/routes/reference.ts'
import { login } from '@aitai/contract/routes/session.ts'
import type { Notification } from '@aitai/contract/schemas/notifications.ts'
import type { AdminReply } from '@aitai/server/admin/admin-context.ts'
import { addBroker, assignBroker } from '@aitai/server/admin/brokers.ts'
import { addFirm } from '@aitai/server/admin/firms.ts'
import { changeUser } from '@aitai/server/admin/users/user-access.ts'
import { addUser } from '@aitai/server/admin/users/users.ts'
import { connectPostgres } from '@aitai/server/database/postgres.ts'
import { expect, test } from 'vitest'
import { adminContextOn } from '../harness/admin-context.ts'
import { openConnection, openNotificationSocket } from '../harness/client-connection.ts'
import { createPostgresFolder } from '../harness/postgres-server.ts'
import { ServerCluster } from './server-cluster.ts'

/** The work tree of an older version, with its node_modules. */
const olderVersion = process.env.UPGRADE_FROM
const password = 'two versions, one market'
const [traderEmail, headEmail] = ['trader@alder.example', 'head@alder.example']

/*
 * During a rolling upgrade a process of the version before may serve a user to whom the new version has written a
 * notification of a kind that the older one does not know. Versions from before decision 79 fail this.
 */
test.skipIf(!olderVersion)(
  'a process of an older version shows notifications of a kind that is new',
  {
    timeout: 180_000,
  },
  async () => {
    const postgres = await createPostgresFolder()
    const primary = await postgres.startPrimary()
    const env = { DEMO: 'off', CALENDAR: 'always-open' }
    const cluster = await ServerCluster.create({ machines: 2, databases: [primary], env, olderVersion })
    try {
      const [older, newer] = cluster.machines
      if (!older || !newer) throw new Error('there are no machines')
      await older.start()
      newer.upgrade()
      await newer.start()
      await addPeople(primary.url)
      // The newer one becomes the writer while the older one is away, which then follows it.
      older.signal('SIGSTOP')
      expect(await cluster.newWriter(older)).toBe(newer)
      older.signal('SIGCONT')

      const [atNewer, atOlder] = [openConnection(newer.url), openConnection(older.url)]
      const signIn = async (email: string) =>
        (await callApi(atNewer, login, { body: { email, password } })).token ?? ''
      const [trader, head] = [await signIn(traderEmail), await signIn(headEmail)]
      const [equity] = await callApi(atNewer, getEquities, { token: trader })
      const brokerIds = (await callApi(atNewer, userBrokersList, { token: trader })).map(
        ({ brokerID }) => brokerID,
      )
      const draft = await callApi(atNewer, createAdvert, {
        token: trader,
        body: { securityId: equity?.equityId ?? '' },
      })
      if ('error' in draft) throw new Error(draft.error)
      const terms = {
        id: draft.id,
        securityId: draft.securityId,
        duration: 'END_OF_DAY',
        direction: 'BUY',
        shareQuantity: 100_000,
        minimumQuantity: 25,
        credibilityHurdle: 10,
        brokerIds,
        ranked: false,
        transactionType: 'CASH_ONLY',
        transactionTypePreference: 'CASH_ONLY',
      } as const
      await callApi(atNewer, submitAdvert, { token: trader, body: terms })
      await callApi(atNewer, pauseDeskAdverts, { token: head, body: {} })

      const known = await callApi(atNewer, notifications, { token: trader })
      expect(known.map(({ message }) => message)).toEqual(['DESK_HEAD_PAUSED'])
      // The older process may still be noticing that it does not write any more, and end a socket.
      const pushed: Notification[] = []
      const openSocket = () => openNotificationSocket(older.url, trader, (each) => pushed.push(each))
      let socket = openSocket()
      const pushedAfterAll = (): readonly string[] => {
        if (pushed.length === 0) {
          socket.close()
          socket = openSocket()
        }
        return pushed.map(({ message }) => message)
      }
      await expect.poll(pushedAfterAll, { timeout: 30_000, interval: 2_000 }).toContain('DESK_HEAD_PAUSED')
      const listed = await callApi(atOlder, notifications, { token: trader })
      expect(listed.map(({ message }) => message)).toEqual(['DESK_HEAD_PAUSED'])
      socket.close()
      for (const connection of [atNewer, atOlder]) connection.close()
    } finally {
      await cluster.remove()
      await postgres.remove()
    }
  },
)

async function addPeople(databaseUrl: string): Promise<void> {
  const { db, close } = connectPostgres(databaseUrl)
  const admin = adminContextOn(db, Date.now)
  const accepted = async (reply: Promise<AdminReply>): Promise<void> => {
    const answer = await reply
    if ('refusal' in answer) throw new Error(answer.refusal.message)
  }
  try {
    await accepted(
      addBroker(admin, {
        name: 'Hinoki Securities',
        shortName: 'HIN',
        contact: 'Hinoki desk',
        swapEnabled: true,
      }),
    )
    await accepted(addFirm(admin, { name: 'Alder' }))
    await accepted(assignBroker(admin, { firm: 'Alder', shortName: 'HIN' }))
    for (const email of [traderEmail, headEmail]) {
      const names = { firstName: 'Emma', lastName: 'Desk', password }
      await accepted(addUser(admin, { email, role: 'TRADER', firm: 'Alder', ...names }))
    }
    await accepted(changeUser(admin, { email: headEmail, deskHead: true, reason: 'a proof' }))
  } finally {
    await close()
  }
}
