import type { Watchlist } from '@aitai/contract/schemas/preferences.ts'
import { expect, test } from 'vitest'
import { testDatabases } from '../support/test-databases.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'
import type { TestUser } from '../support/test-user.ts'

const [list, save] = ['/user-defaults/get-watchlist', '/user-defaults/set-watchlist']

const group = (name: string, ...securityIds: string[]): Watchlist['groups'][number] => ({
  name,
  isCollapsed: false,
  securityIds,
})

async function oneTrader(): Promise<{ desk: TestServer; alder: TestUser; ids: readonly string[] }> {
  const desk = await startTestServer({ firms: ['Alder'] })
  const ids = desk.app.reference.names().listed.map(({ security }) => security.securityId)
  return { desk, alder: await desk.trader('alder'), ids }
}

test.each(testDatabases)(
  'a watchlist has the order and the groups of its trader, and each listed security once, on $name',
  async (store) => {
    const { databaseUrl } = await store.newLocation()
    const env = databaseUrl ? { DATABASE_URL: databaseUrl } : {}
    const desk = await startTestServer({ firms: ['Alder', 'Birch'], env })
    const [alder, birch] = [await desk.trader('alder'), await desk.trader('birch')]
    const [sony, toyota, bank] = [
      desk.securityId('6758.T'),
      desk.securityId('7203.T'),
      desk.securityId('8306.T'),
    ]
    const empty = { securityIds: [], groups: [] }
    expect(await alder.asks(list)).toEqual(empty)

    const plain = { securityIds: [toyota, sony], groups: [] }
    expect(await alder.asks(save, { body: plain })).toEqual(plain)
    const repeated = {
      securityIds: [sony, 'nothing', sony],
      groups: [
        { ...group(' Ｂasket Ａ\u200b', toyota, sony, 'nothing'), isCollapsed: true },
        group('監視', toyota, bank),
      ],
    }
    const cleaned = {
      securityIds: [sony],
      groups: [{ ...group('Basket A', toyota), isCollapsed: true }, group('監視', bank)],
    }
    expect(await alder.asks(save, { body: repeated })).toEqual(cleaned)
    expect(await alder.asks(list)).toEqual(cleaned)
    expect(await birch.asks(list)).toEqual(empty)

    const turned = { ...cleaned, groups: cleaned.groups.toReversed() }
    expect(await alder.asks(save, { body: turned })).toEqual(turned)
    await desk.restart()
    expect(await (await desk.trader('alder')).asks(list)).toEqual(turned)
  },
)

test('a watchlist has room for 200 securities in all its groups, and is stored whole or not at all', async () => {
  const { alder, ids } = await oneTrader()
  const full = { securityIds: ids.slice(0, 150), groups: [group('A', ...ids.slice(150, 200))] }
  expect(await alder.asks(save, { body: full })).toEqual(full)

  expect(await alder.calls(save, { body: { ...full, securityIds: ids.slice(0, 201) } })).toMatchObject({
    status: 400,
    body: { errorCode: 'INVALID', field: 'securityIds' },
  })
  const tooMany = { ...full, groups: [...full.groups, group('B', ids[200] ?? '')] }
  expect(await alder.calls(save, { body: tooMany })).toMatchObject({
    status: 409,
    body: { errorCode: 'WATCHLIST_FULL', variables: { max: 200 } },
  })
  expect(await alder.asks(list)).toEqual(full)
})

test('a name that is taken, empty or too long, and a group too many are refused, and nothing changes', async () => {
  const { alder, ids } = await oneTrader()
  const saves = (...names: string[]) =>
    alder.calls<{ errorCode: string; field?: string }>(save, {
      body: { securityIds: [], groups: names.map((name) => group(name)) },
    })
  const before = { securityIds: ids.slice(0, 2), groups: [group('Basket A')] }
  await alder.asks(save, { body: before })

  expect(await saves('Basket A', 'ｂａｓｋｅｔ　ａ ')).toMatchObject({
    status: 409,
    body: { errorCode: 'WATCHLIST_GROUP_EXISTS', field: 'groups/1/name' },
  })
  // ㌖ is five letters in half width.
  for (const name of ['', ' \u200b ', 'x'.repeat(33), '㌖'.repeat(7)])
    expect(await saves('Other', name), name).toMatchObject({
      status: 400,
      body: { errorCode: 'INVALID', field: 'groups/1/name' },
    })
  const twenty = Array.from({ length: 20 }, (_, n) => `Number ${n}`)
  expect(await saves(...twenty, 'Number 20')).toMatchObject({
    status: 409,
    body: { errorCode: 'TOO_MANY_WATCHLIST_GROUPS', variables: { max: 20 } },
  })
  expect(await alder.asks(list)).toEqual(before)
  expect(await saves(...twenty)).toMatchObject({ status: 200 })
  expect(await saves('𠮷'.repeat(32), '株'.repeat(32))).toMatchObject({ status: 200 })
})

test('changes of a watchlist count against the limit of changes, and a body against its size', async () => {
  const desk = await startTestServer({ firms: ['Alder'], env: { CHANGES_PER_SECOND: '1' } })
  const alder = await desk.trader('alder')
  const body = { securityIds: [], groups: [] }
  const large = { ...body, groups: Array.from({ length: 64 }, (_, n) => group(`G${n}`, 'x'.repeat(2_000))) }
  expect(await alder.calls(save, { body: large })).toMatchObject({
    status: 413,
    body: { errorCode: 'TOO_LARGE' },
  })

  const statuses: number[] = []
  for (let n = 0; n < 8; n += 1) statuses.push((await alder.calls(save, { body })).status)
  expect(statuses).toContain(200)
  expect(statuses.at(-1)).toBe(429)
})
