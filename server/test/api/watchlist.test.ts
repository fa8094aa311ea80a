import type { VersionedWatchlist, Watchlist } from '@aitai/contract/schemas/preferences.ts'
import { expect, test } from 'vitest'
import { loadWatchlist, saveWatchlist } from '../support/journeys.ts'
import { testDatabases } from '../support/test-databases.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'
import type { TestUser } from '../support/test-user.ts'

const save = '/user-defaults/set-watchlist'

/** What is stored, without its version. */
async function stored(trader: TestUser): Promise<Watchlist> {
  const { version: _, ...list } = await loadWatchlist(trader)
  return list
}

/** Saves over what is stored, and returns what is stored then. */
async function saved(trader: TestUser, list: Watchlist): Promise<Watchlist> {
  const { status, body } = await saveWatchlist(trader, list)
  expect(status).toBe(200)
  expect(body).toEqual(await loadWatchlist(trader))
  return stored(trader)
}

const group = (name: string, ...securityIds: string[]): Watchlist['groups'][number] => ({
  id: `id of ${name}`,
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
    expect(await stored(alder)).toEqual(empty)

    const plain = { securityIds: [toyota, sony], groups: [] }
    expect(await saved(alder, plain)).toEqual(plain)
    const repeated = {
      securityIds: [sony, 'nothing', sony],
      groups: [
        { ...group('Basket A', toyota, sony, 'nothing'), name: ' Ｂasket Ａ\u200b', isCollapsed: true },
        group('監視', toyota, bank),
      ],
    }
    const cleaned = {
      securityIds: [sony],
      groups: [{ ...group('Basket A', toyota), isCollapsed: true }, group('監視', bank)],
    }
    expect(await saved(alder, repeated)).toEqual(cleaned)
    expect(await stored(alder)).toEqual(cleaned)
    expect(await stored(birch)).toEqual(empty)

    const turned = { ...cleaned, groups: cleaned.groups.toReversed() }
    expect(await saved(alder, turned)).toEqual(turned)
    await desk.restart()
    expect(await stored(await desk.trader('alder'))).toEqual(turned)
  },
)

test.each(testDatabases)(
  'a list that was made from an older one is refused, also of two at the same moment, on $name',
  async (store) => {
    const { databaseUrl } = await store.newLocation()
    const env = { CHANGES_PER_SECOND: '100', ...(databaseUrl && { DATABASE_URL: databaseUrl }) }
    const desk = await startTestServer({ firms: ['Alder'], env })
    const alder = await desk.trader('alder')
    const [toyota, sony] = [desk.securityId('7203.T'), desk.securityId('6758.T')]
    const none = await loadWatchlist(alder)
    const saves = (version: string, ...securityIds: string[]) =>
      alder.calls<VersionedWatchlist>(save, { body: { securityIds, groups: [], version } })
    // Twenty windows open before there is a list, and then before the next change.
    for (const base of ['first', 'second']) {
      const { version } = await loadWatchlist(alder)
      const replies = await Promise.all(
        Array.from({ length: 20 }, (_, n) =>
          alder.calls<VersionedWatchlist & { errorCode?: string }>(save, {
            body: { securityIds: [toyota], groups: [group(`${base} ${n}`, sony)], version },
          }),
        ),
      )
      const won = replies.filter(({ status }) => status === 200)
      expect(won.map(({ body }) => body)).toEqual([await loadWatchlist(alder)])
      expect(
        replies.filter(({ status, body }) => status === 409 && body.errorCode === 'WATCHLIST_CHANGED'),
      ).toHaveLength(19)
    }
    expect(await saves(none.version, sony)).toMatchObject({ status: 409 })
    expect((await alder.calls(save, { body: { securityIds: [], groups: [] } })).status).toBe(400)
    const { version } = await loadWatchlist(alder)
    expect(await saves(version, sony)).toMatchObject({ status: 200, body: { securityIds: [sony] } })
    await desk.restart()
    const again = await desk.trader('alder')
    expect(await loadWatchlist(again)).toMatchObject({ securityIds: [sony] })
  },
)

test('a watchlist has room for 200 securities in all its groups, and is stored whole or not at all', async () => {
  const { alder, ids } = await oneTrader()
  const full = { securityIds: ids.slice(0, 150), groups: [group('A', ...ids.slice(150, 200))] }
  expect(await saved(alder, full)).toEqual(full)

  expect(await saveWatchlist(alder, { ...full, securityIds: ids.slice(0, 201) })).toMatchObject({
    status: 400,
    body: { errorCode: 'INVALID', field: 'securityIds' },
  })
  const tooMany = { ...full, groups: [...full.groups, group('B', ids[200] ?? '')] }
  expect(await saveWatchlist(alder, tooMany)).toMatchObject({
    status: 409,
    body: { errorCode: 'WATCHLIST_FULL', variables: { max: 200 } },
  })
  expect(await stored(alder)).toEqual(full)
})

test('a name that is taken, empty or too long, and a group too many are refused, and nothing changes', async () => {
  const { alder, ids } = await oneTrader()
  const saves = (...names: string[]) =>
    saveWatchlist<{ errorCode: string; field?: string }>(alder, {
      securityIds: [],
      groups: names.map((name) => group(name)),
    })
  const before = { securityIds: ids.slice(0, 2), groups: [group('Basket A')] }
  await saved(alder, before)

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
  const same = [group('One'), { ...group('Two'), id: group('One').id }]
  expect(await saveWatchlist(alder, { securityIds: [], groups: same })).toMatchObject({
    status: 400,
    body: { errorCode: 'INVALID', field: 'groups/1/id' },
  })
  const twenty = Array.from({ length: 20 }, (_, n) => `Number ${n}`)
  expect(await saves(...twenty, 'Number 20')).toMatchObject({
    status: 409,
    body: { errorCode: 'TOO_MANY_WATCHLIST_GROUPS', variables: { max: 20 } },
  })
  expect(await stored(alder)).toEqual(before)
  expect(await saves(...twenty)).toMatchObject({ status: 200 })
  expect(await saves('𠮷'.repeat(32), '株'.repeat(32))).toMatchObject({ status: 200 })
})

test('changes of a watchlist count against the limit of changes, and a body against its size', async () => {
  const desk = await startTestServer({ firms: ['Alder'], env: { CHANGES_PER_SECOND: '1' } })
  const alder = await desk.trader('alder')
  const body = await loadWatchlist(alder)
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
