import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { type ApiSession, callApi, signIn } from '@aitai/contract/api-client.ts'
import { createAdvert, submitAdvert } from '@aitai/contract/routes/adverts.ts'
import { brokerUserExecutionListing } from '@aitai/contract/routes/agreements.ts'
import { connectAcceptance } from '@aitai/contract/routes/locates.ts'
import { getEquities, userBrokersList } from '@aitai/contract/routes/reference.ts'
import type { LocateNotification } from '@aitai/contract/schemas/locates.ts'
import type { Notification } from '@aitai/contract/schemas/notifications.ts'
import type { Direction } from '@aitai/engine/model/advert.ts'
import { demoPassword } from '@aitai/server/admin/demo/demo-accounts.ts'
import { robotAccounts } from '@aitai/server/admin/demo/demo-data.ts'
import { openDatabase } from '@aitai/server/database/open-database.ts'
import { expect, onTestFinished, test } from 'vitest'
import { until } from '../../server/test/support/until.ts'
import { subscribe } from '../src/robots/notification-subscription.ts'
import { emptyFolder } from './cli.ts'
import { startServerProcess } from './server-process.ts'

const program = fileURLToPath(new URL('../robots.mjs', import.meta.url))

/** Waits for a user's notification of a type. */
function notificationsOf(
  wire: ApiSession,
): (message: Notification['message']) => Promise<LocateNotification> {
  const arrived: Notification[] = []
  const waiting = new Set<() => void>()
  const unsubscribe = subscribe(wire, {
    onNotification: (notification) => {
      arrived.push(notification)
      for (const check of waiting) check()
    },
  })
  onTestFinished(unsubscribe)
  return (message) =>
    new Promise((resolve) => {
      const check = (): void => {
        const found = arrived.find((each) => each.message === message)
        if (!found?.locate) return
        waiting.delete(check)
        resolve(found.locate)
      }
      waiting.add(check)
      check()
    })
}

/** Posts an advert with the editor's defaults on one of the largest names. */
async function advertise(wire: ApiSession, place: number, direction: Direction): Promise<void> {
  const equity = (await callApi(wire, getEquities))[place]
  const draft = await callApi(wire, createAdvert, { body: { securityId: equity?.equityId ?? '' } })
  if ('error' in draft) throw new Error(draft.error)
  const { advertisingTriggerActivated, knockoutTriggerActivated, ...terms } = draft
  const body = { ...terms, quantityDecay: false, indexRelativeKOTriggerActivated: false, direction } as const
  await callApi(wire, submitAdvert, { body })
}

/** Accepts a user's locate. Returns the agreement. */
async function acceptsLocate(
  wire: ApiSession,
  place: number,
  direction: Direction,
): Promise<LocateNotification> {
  const notified = notificationsOf(wire)
  await advertise(wire, place, direction)
  const { locateNotificationId } = await notified('Contra Located')
  await callApi(wire, connectAcceptance, {
    body: { direction, locationNotificationId: locateNotificationId },
  })
  return await notified('Contra Connection Accepted!')
}

test('a single user sees the whole flow: a robot is located, accepts, and a broker confirms', async () => {
  // The test asks more often than a page would.
  const server = await startServerProcess(await emptyFolder(), { READS_PER_SECOND: '1000' })
  const emma = await signIn(server.url, 'trader@alder.example', demoPassword)

  // No robot uses a published password, and every trader may use every broker.
  await expect(signIn(server.url, 'robot1@elder.example', demoPassword)).rejects.toMatchObject({
    status: 403,
  })
  const brokers = await callApi(emma, userBrokersList)
  expect(brokers.map(({ shortName }) => shortName).sort()).toEqual(['HIN', 'KAE', 'KUR', 'MOM', 'TSU'])
  const agreed = await acceptsLocate(emma, 0, 'SELL')

  expect(agreed).toMatchObject({ outcome: 'ACCEPTED', password: expect.stringMatching(/^[2-9A-Z]{8}$/) })
  const word = (agreed.brokerName ?? '').split(' ')[0]?.toLowerCase()
  const broker = await signIn(server.url, `broker@${word}.example`, demoPassword)
  const listed = async () => (await callApi(broker, brokerUserExecutionListing))[0]
  const row = await listed()
  expect(row).toMatchObject({
    sellOrganizationName: 'Alder',
    buyOrganizationName: expect.stringMatching(/^(Elder|Fir)$/),
    sellPw: agreed.password,
  })
  expect(row).toMatchObject({ buyStatus: false, sellStatus: false })
  await until('the broker’s robot to confirm both sides', async () => {
    const { buyStatus, sellStatus } = (await listed()) ?? {}
    return buyStatus && sellStatus
  })
})

/** The robots as a process of their own, with the address of the server. */
async function startRobots(dataDir: string, url: string): Promise<ChildProcess> {
  const { db, close } = await openDatabase({ dataDir, databaseUrl: null })
  const robots = await robotAccounts(db)
  await close()
  const env = { PATH: process.env.PATH, AITAI_URL: url, AITAI_ROBOTS: JSON.stringify(robots) }
  const child = fork(program, [], { env, execArgv: [], stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  return child
}

test('robots survive a server that is killed, and end with the process that started them', async () => {
  const folder = await emptyFolder()
  const first = await startServerProcess(folder, { ROBOTS: 'off' })
  await first.end()
  const robots = await startRobots(folder, first.url)
  const port = { ROBOTS: 'off', PORT: new URL(first.url).port }

  const second = await startServerProcess(folder, port)
  const emma = await signIn(second.url, 'trader@alder.example', demoPassword)
  expect(await acceptsLocate(emma, 1, 'BUY')).toMatchObject({ outcome: 'ACCEPTED' })
  await second.end('SIGKILL')
  const third = await startServerProcess(folder, port)
  const again = await signIn(third.url, 'trader@birch.example', demoPassword)
  expect(await acceptsLocate(again, 2, 'SELL')).toMatchObject({ outcome: 'ACCEPTED' })

  const ended = once(robots, 'exit')
  robots.disconnect()
  expect((await ended)[0]).toBe(0)
})
