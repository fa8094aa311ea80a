import type { AllAdvertsResult, DeskTrader } from '@aitai/contract/schemas/adverts.ts'
import type { AdvertEvent } from '@aitai/contract/schemas/history.ts'
import { pushedSchema } from '@aitai/contract/schemas/pushed-types.ts'
import type { UserInfo } from '@aitai/contract/schemas/session.ts'
import { Check } from 'typebox/value'
import { expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../support/test-server.ts'
import type { TestUser } from '../support/test-user.ts'

type Action = 'pause' | 'resume' | 'cancel'
const actions: readonly Action[] = ['pause', 'resume', 'cancel']
const headEmail = 'head@alder.example'

/** Two traders of Alder, their desk head, and a trader of Birch, all connected. */
async function alderDesk() {
  const desk = await startTestServer({ brokers: ['Hinoki'] })
  for (const name of ['head', 'emma'])
    await desk.addUser({ email: `${name}@alder.example`, role: 'TRADER', firm: 'Alder', firstName: name })
  await desk.makesDeskHead(headEmail)
  const signIn = async (email: string) => (await desk.person(email).signsIn()).connects()
  return {
    desk,
    head: await signIn(headEmail),
    alder: await signIn('trader@alder.example'),
    emma: await signIn('emma@alder.example'),
    birch: await signIn('trader@birch.example'),
  }
}

const list = (trader: TestUser) => trader.callsOk<DeskTrader[]>('/desk/adverts')
const act = (trader: TestUser, action: Action) =>
  trader.callsOk<AllAdvertsResult>(`/desk/${action}-all`, { body: {} })
const statusOf = async (trader: TestUser, id: string) => (await trader.advert(id)).advertisementStatus

// rule: 15.28
test('a desk head sees the live IOIs of each trader of the institution, and nothing of another', async () => {
  const { head, alder, emma, birch } = await alderDesk()
  const own = await head.advertises('BUY', '4502.T', 10_000)
  const { id } = await alder.advertises('SELL', '7203.T', 20_000)
  const cancelled = await emma.advertises('BUY', '9984.T', 10_000)
  await emma.callsOk(`/advert/cancel-advert/${cancelled.id}`)
  await emma.drafts('8306.T')
  await birch.advertises('BUY', '6758.T', 10_000)

  const traders = await list(head)
  expect(traders.map(({ name, isYou, isPresent }) => ({ name, isYou, isPresent }))).toEqual([
    { name: 'head Desk', isYou: true, isPresent: true },
    { name: 'trader Desk', isYou: false, isPresent: true },
  ])
  expect(traders.map(({ adverts }) => adverts.map((advert) => advert.id))).toEqual([[own.id], [id]])
  expect(traders[1]?.adverts[0]).toMatchObject({
    direction: 'SELL',
    shareQuantity: 20_000,
    advertisementStatus: 'LIVE',
  })
  expect(Object.keys(traders[1]?.adverts[0] ?? {}).sort()).toEqual([
    'advertisementStatus',
    'currentQuantity',
    'direction',
    'expiryDate',
    'id',
    'isPausedByHead',
    'jpynotional',
    'securityId',
    'securityName',
    'shareQuantity',
    'usdnotional',
  ])
})

// rule: 15.27
test('the head acts on all IOIs of the desk, and each owner is notified by whom', async () => {
  const { head, alder, emma, birch } = await alderDesk()
  const ids = [
    (await head.advertises('BUY', '4502.T', 10_000)).id,
    (await alder.advertises('SELL', '7203.T', 20_000)).id,
    (await emma.advertises('BUY', '9984.T', 10_000)).id,
  ]
  const foreign = await birch.advertises('BUY', '6758.T', 10_000)
  const done = { results: ids.map((id) => ({ id, errorCode: null })) }
  const sorted = ({ results }: AllAdvertsResult) => ({
    results: results.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)),
  })

  expect(sorted(await act(head, 'pause'))).toEqual(done)
  const paused = await alder.receives('DESK_HEAD_PAUSED')
  expect(paused).toMatchObject({ advertisementId: ids[1], deskHeadName: 'head Desk' })
  expect(Check(pushedSchema('DESK_HEAD_PAUSED'), paused)).toBe(true)
  // The head's own IOI is paused as by its own button.
  expect(await head.receives('ADVERT_UPDATED')).toMatchObject({ advertisementId: ids[0] })
  expect(await statusOf(birch, foreign.id)).toBe('LIVE')

  expect(sorted(await act(head, 'resume'))).toEqual(done)
  await emma.receives('DESK_HEAD_RESUMED')
  expect(sorted(await act(head, 'cancel'))).toEqual(done)
  await alder.receives('DESK_HEAD_CANCELLED')
  expect(await list(head)).toEqual([])
  expect(await statusOf(birch, foreign.id)).toBe('LIVE')
  const events = await alder.callsOk<AdvertEvent[]>(`/advert/advert-events/${ids[1]}`)
  expect(events.slice(-3)).toMatchObject([
    { type: 'PAUSED', by: 'DESK_HEAD', deskHeadName: 'head Desk' },
    { type: 'RESUMED', deskHeadName: 'head Desk' },
    { type: 'ENDED', causeOfDeath: 'CANCELLED_BY_USER', deskHeadName: 'head Desk' },
  ])
})

// rule: 15.24
test('resuming the desk leaves what a colleague has paused, and takes back what a head has', async () => {
  const { head, alder, emma } = await alderDesk()
  const own = await head.advertises('BUY', '4502.T', 10_000)
  const left = await alder.advertises('SELL', '7203.T', 20_000)
  const taken = await alder.advertises('SELL', '8306.T', 20_000)
  const other = await emma.advertises('BUY', '9984.T', 10_000)
  await alder.callsOk(`/advert/pause-advert/${left.id}`)
  await head.callsOk(`/advert/pause-advert/${own.id}`)
  await act(head, 'pause')
  const paused = (await list(head)).flatMap(({ adverts }) =>
    adverts.map(({ id, isPausedByHead }) => [id, isPausedByHead] as const),
  )
  expect(Object.fromEntries(paused)).toEqual({
    [own.id]: false,
    [left.id]: false,
    [taken.id]: true,
    [other.id]: true,
  })

  const { results } = await act(head, 'resume')
  expect(results.map(({ id }) => id).sort()).toEqual([own.id, taken.id, other.id].sort())
  expect(results.every(({ errorCode }) => errorCode === null)).toBe(true)
  expect(await statusOf(alder, left.id)).toBe('PAUSED')
  expect(await statusOf(alder, taken.id)).toBe('LIVE')
  await alder.callsOk(`/advert/resume-advert/${left.id}`)
  expect(await statusOf(alder, left.id)).toBe('LIVE')
})

// rule: 15.26
test('an IOI in a locate is left to its trader, and looks the same before and after the answer', async () => {
  const { head, alder, emma, birch } = await alderDesk()
  const { id } = await alder.advertises('BUY', '7203.T', 10_000)
  await emma.advertises('BUY', '9984.T', 10_000)
  await birch.advertises('SELL', '7203.T', 6_000)
  const locate = await alder.isLocated(id)

  const unanswered = await list(head)
  expect(unanswered.map(({ adverts }) => adverts[0]?.advertisementStatus)).toEqual([
    'LIVE',
    'ACCEPT/DECLINE?',
  ])
  expect(JSON.stringify(unanswered)).not.toContain(locate.locateNotificationId)
  await alder.accepts(locate)
  expect(await statusOf(alder, id)).toBe('LOCATED')
  const withoutValues = (traders: readonly DeskTrader[]) =>
    traders.map(({ adverts, ...trader }) => ({
      ...trader,
      adverts: adverts.map((advert) => ({ ...advert, jpynotional: 0, usdnotional: 0 })),
    }))
  expect(withoutValues(await list(head))).toEqual(withoutValues(unanswered))
  expect((await act(head, 'cancel')).results).toHaveLength(1)
  expect(await statusOf(alder, id)).toBe('LOCATED')
  const locates = await head.locates()
  expect(locates).toEqual([])
})

test('a repeated request with its key acts once, and gets the same reply', async () => {
  const { head, alder } = await alderDesk()
  const { id } = await alder.advertises('BUY', '7203.T', 10_000)
  const headers = { 'idempotency-key': 'pause-the-desk-once' }
  const request = { body: {}, headers }

  const first = await head.calls('/desk/pause-all', request)
  expect(first.body).toEqual({ results: [{ id, errorCode: null }] })
  await alder.callsOk(`/advert/resume-advert/${id}`)
  expect((await head.calls('/desk/pause-all', request)).text).toBe(first.text)
  expect(await statusOf(alder, id)).toBe('LIVE')
})

// rule: 15.25
test('the IOIs of a colleague who has signed off stay paused', async () => {
  const { head, alder, emma } = await alderDesk()
  const { id } = await alder.advertises('BUY', '7203.T', 10_000)
  const there = await emma.advertises('BUY', '9984.T', 10_000)
  await act(head, 'pause')
  await alder.callsOk('/logout', { body: {} })

  const traders = await list(head)
  expect(traders.map(({ name, isPresent }) => ({ name, isPresent }))).toEqual([
    { name: 'emma Desk', isPresent: true },
    { name: 'trader Desk', isPresent: false },
  ])
  expect(await act(head, 'resume')).toEqual({ results: [{ id: there.id, errorCode: null }] })
  const stays = (await list(head)).find(({ name }) => name === 'trader Desk')
  expect(stays?.adverts).toMatchObject([{ id, advertisementStatus: 'PAUSED' }])
})

/** Every call of a desk head is refused. */
async function expectForbidden(trader: TestUser): Promise<void> {
  expect(await trader.isRefused('/desk/adverts')).toMatchObject({ status: 403, errorCode: 'FORBIDDEN' })
  for (const action of actions)
    expect(await trader.isRefused(`/desk/${action}-all`, { body: {} })).toMatchObject({ status: 403 })
}

const actionsOfAudit = async ({ app }: TestServer) =>
  app.database.selectFrom('audit').select(['action', 'reason', 'details']).orderBy('seq').execute()

// rule: 15.23, 15.29
test('granting and withdrawing take effect in the same session, and are in the audit trail', async () => {
  const { desk, head, alder } = await alderDesk()
  const { id } = await head.advertises('BUY', '4502.T', 10_000)
  const isDeskHead = async (trader: TestUser) =>
    (await trader.callsOk<UserInfo>('/user/my-details')).isDeskHead
  await expectForbidden(alder)
  expect([await isDeskHead(alder), await isDeskHead(head)]).toEqual([false, true])

  await desk.makesDeskHead('trader@alder.example')
  await desk.makesDeskHead(headEmail, false)
  await expectForbidden(head)
  expect([await isDeskHead(alder), await isDeskHead(head)]).toEqual([true, false])
  expect(await act(alder, 'pause')).toEqual({ results: [{ id, errorCode: null }] })
  const changes = (await actionsOfAudit(desk)).filter(({ action }) => action === 'userChanged')
  expect(changes.slice(-2)).toMatchObject([
    { action: 'userChanged', details: '{"changed":["deskHead"],"deskHead":true}' },
    { action: 'userChanged', details: '{"changed":["deskHead"],"deskHead":false}' },
  ])

  await desk.restart()
  expect((await alder.calls('/desk/adverts')).status).toBe(200)
  await expectForbidden(head)
})
