import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { until } from '../../server/test/support/until.ts'
import { bulkFile, type FolderGateway, startFolder, today } from './support/folder-gateway.ts'
import { type InterruptedServer, interruptedServer } from './support/interrupted-server.ts'

/** A folder whose gateway reaches the server over a connection that can be interrupted. */
async function startInterrupted(): Promise<FolderGateway & { readonly server: InterruptedServer }> {
  const connections: InterruptedServer[] = []
  const serverUrl = async ({ url }: { readonly url: string }): Promise<string> => {
    const server = await interruptedServer(url)
    connections.push(server)
    return server.url
  }
  const started = await startFolder({ serverUrl })
  const [server] = connections
  if (!server) throw new Error('there is no connection')
  return { ...started, server }
}

const content = bulkFile('7203.T,BUY,10000', '6758.T,SELL,20000')
const isOfRow = (path: string): boolean => /create-advert|submit-advert/.test(path)

test.each([
  ...[1, 2, 3, 4].map((nth) => [nth, 'lost'] as const),
  ...[1, 2, 3, 4].map((nth) => [nth, 'carriedOut'] as const),
])('a crash at call %i of a file, %s, applies each row once', async (nth, fate) => {
  const { desk, drop, result, stop, start, server } = await startInterrupted()
  let calls = 0
  server.fate = (path) => {
    if (isOfRow(path)) calls += 1
    return calls < nth ? 'answered' : fate
  }
  drop('iois.csv', content)
  await until(`call ${nth}`, async () => calls >= nth)
  await stop()
  server.fate = () => 'answered'
  await start()

  const lines = await result('iois.csv')
  const adverts = await (await desk.trader('alder')).adverts()
  expect(lines.map(({ ric, result: outcome }) => [ric, outcome])).toEqual([
    ['7203.T', 'SENT'],
    ['6758.T', 'SENT'],
  ])
  expect(adverts.map(({ id }) => id).sort()).toEqual(lines.map(({ advertId }) => advertId).sort())
  expect(adverts.map(({ advertisementStatus }) => advertisementStatus)).not.toContain('UNSENT')
  drop('again.csv', content)
  expect(await result('again.csv')).toMatchObject([{ errorCode: 'FILE_DUPLICATE' }])
})

test('a crash before the result is written is made up for, and nothing is sent again', async () => {
  const { desk, drop, result, stop, start, folder, events } = await startInterrupted()
  mkdirSync(join(folder, 'done'), { recursive: true })
  writeFileSync(join(folder, 'done', today), 'in the way')
  const trader = await desk.trader('alder')
  drop('iois.csv', content)
  await until('the failure', async () => events.some((text) => /^files: (ENOTDIR|EEXIST)/.test(text)))
  const before = await trader.adverts()
  expect(before).toHaveLength(2)
  await stop()
  // What a retry would send again if it could.
  for (const { id } of before) await trader.callsOk(`/advert/cancel-advert/${id}`)
  rmSync(join(folder, 'done', today))
  await start()

  expect((await result('iois.csv')).map(({ advertId }) => advertId).sort()).toEqual(
    before.map(({ id }) => id).sort(),
  )
  expect(await trader.adverts()).toHaveLength(2)
})

test('what became of the rows is stored before it is written, and is known on the next day, too', async () => {
  const { desk, drop, result, stop, start, folder, events } = await startInterrupted()
  const inTheWay = join(folder, 'done', today, '.iois.csv.result.csv.tmp')
  mkdirSync(inTheWay, { recursive: true })
  drop('iois.csv', content)
  await until('the failure', async () => events.some((text) => text.startsWith('files: EISDIR')))
  await stop()
  desk.clock.advance(24 * 3_600_000)
  rmSync(inTheWay, { recursive: true })
  await start()

  expect(await result('iois.csv')).toMatchObject([{ result: 'SENT' }, { result: 'SENT' }])
})

test('a file waits while the server is away, and is applied once when it is back', async () => {
  const { desk, drop, result, names, server } = await startInterrupted()
  let refused = 0
  server.fate = () => {
    refused += 1
    return 'lost'
  }
  drop('iois.csv', content)
  await until('attempts', async () => refused > 2)
  expect(names('in')).toEqual(['iois.csv'])
  server.fate = () => 'answered'

  expect(await result('iois.csv')).toMatchObject([{ result: 'SENT' }, { result: 'SENT' }])
  expect(await (await desk.trader('alder')).adverts()).toHaveLength(2)
})

test('a file that is taken back or replaced while the server is away is not applied', async () => {
  const { desk, drop, result, folder, server } = await startInterrupted()
  let checks = 0
  server.fate = (path) => {
    if (!path.includes('bulk-upload')) return 'answered'
    checks += 1
    return 'lost'
  }
  drop('first.csv', bulkFile('7203.T,BUY,10000'))
  await until('the question', async () => checks > 0)
  rmSync(join(folder, 'in', 'first.csv'))
  drop('second.csv', bulkFile('6758.T,BUY,10000'))
  server.fate = () => 'answered'
  await result('second.csv')
  const before = checks
  server.fate = (path) => {
    if (!path.includes('bulk-upload') || checks > before) return 'answered'
    checks += 1
    return 'lost'
  }
  drop('third.csv', bulkFile('8306.T,BUY,10000'))
  await until('the question', async () => checks > before)
  drop('third.csv', bulkFile('8306.T,SELL,10000'))

  expect(await result('third.csv')).toMatchObject([{ ric: '8306.T', direction: 'SELL', result: 'SENT' }])
  expect(existsSync(join(folder, 'done', today, 'first.csv'))).toBe(false)
  const adverts = await (await desk.trader('alder')).adverts()
  expect(adverts.map(({ direction }) => direction).sort()).toEqual(['BUY', 'SELL'])
})

test('what was not sent on its day is not sent on the next', async () => {
  const { desk, drop, result, stop, start, server } = await startInterrupted()
  let calls = 0
  server.fate = (path) => {
    if (isOfRow(path)) calls += 1
    return calls < 3 ? 'answered' : 'lost'
  }
  drop('iois.csv', content)
  await until('the second row', async () => calls >= 3)
  await stop()
  desk.clock.advance(24 * 3_600_000)
  server.fate = () => 'answered'
  await start()

  expect(await result('iois.csv')).toMatchObject([
    { line: '2', result: 'UNKNOWN', errorCode: 'FILE_DAY_OVER' },
    { line: '3', result: 'UNKNOWN', errorCode: 'FILE_DAY_OVER' },
  ])
  const adverts = await (await desk.trader('alder')).adverts()
  expect(adverts.map(({ advertisementStatus }) => advertisementStatus)).toEqual(['DEAD'])
})
