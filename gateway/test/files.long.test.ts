import { mkdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { textIn } from '@aitai/messages/texts.ts'
import { expect, test } from 'vitest'
import { Operator } from '../../server/test/support/operator.ts'
import { until } from '../../server/test/support/until.ts'
import { bulkFile, startFolder, today } from './support/folder-gateway.ts'

test('a dropped file becomes adverts, and its result says what became of each row', async () => {
  const { desk, drop, result, names, folder } = await startFolder()
  drop('iois.csv', bulkFile('7203,BUY,10000', '6758.T,SELL,20000', '9999.T,BUY,100', '8306.T,BUY,'))
  const lines = await result('iois.csv')

  const adverts = await (await desk.trader('alder')).adverts()
  const advertOf = (ric: string) => adverts.find(({ securityId }) => securityId === desk.securityId(ric))
  expect(adverts).toHaveLength(2)
  expect(advertOf('7203.T')).toMatchObject({ direction: 'BUY', shareQuantity: 10_000 })
  expect(lines).toEqual([
    {
      line: '2',
      ric: '7203',
      direction: 'BUY',
      shareQuantity: '10000',
      result: 'SENT',
      advertId: advertOf('7203.T')?.id,
      errorCode: '',
      error: '',
    },
    expect.objectContaining({ line: '3', result: 'SENT', advertId: advertOf('6758.T')?.id }),
    expect.objectContaining({
      line: '4',
      ric: '9999.T',
      result: 'REJECTED',
      advertId: '',
      errorCode: 'ERR-002',
      error: textIn('En', 'ERR-002'),
    }),
    expect.objectContaining({ line: '5', result: 'REJECTED', errorCode: 'ERR-001' }),
  ])
  expect(names('in')).toEqual([])
  expect(names(`done/${today}`)).toEqual(['iois.csv', 'iois.csv.result.csv'])
  const mode = (...path: string[]): string => (statSync(join(folder, ...path)).mode & 0o777).toString(8)
  expect(['.', 'in', 'done', `done/${today}`].map((path) => mode(path))).toEqual(['700', '700', '700', '700'])
  expect(mode('done', today, 'iois.csv.result.csv')).toBe('600')
})

test('reasons are in the language of the entry', async () => {
  const { drop, result } = await startFolder({ language: 'ja' })
  drop('iois.csv', bulkFile('9999.T,BUY,100', '6758.T,BUY'))

  expect((await result('iois.csv')).map(({ error }) => error)).toEqual([
    textIn('Jp', 'ERR-002'),
    textIn('Jp', 'upload.row.missingCells', { fields: 2, headers: 3, count: 1 }),
  ])
})

test('the same content is applied once, whatever its name', async () => {
  const { desk, drop, result } = await startFolder()
  const content = bulkFile('7203.T,BUY,10000')
  drop('iois.csv', content)
  await result('iois.csv')
  const trader = await desk.trader('alder')
  const [advert] = await trader.adverts()
  await trader.callsOk(`/advert/cancel-advert/${advert?.id}`)
  drop('again.csv', content)
  drop('iois.csv', content)

  const refused = {
    line: '',
    result: 'REJECTED',
    errorCode: 'FILE_DUPLICATE',
    error: textIn('En', 'FILE_DUPLICATE', { name: 'iois.csv' }),
  }
  expect(await result('again.csv')).toEqual([expect.objectContaining(refused)])
  expect(await result('iois-2.csv')).toEqual([expect.objectContaining(refused)])
  expect((await trader.adverts()).map(({ id }) => id)).toEqual([advert?.id])
})

test('another file of the same name is applied, and its result does not replace the first', async () => {
  const { drop, result, names } = await startFolder()
  drop('iois.csv', bulkFile('7203.T,BUY,10000'))
  await result('iois.csv')
  drop('iois.csv', bulkFile('6758.T,BUY,10000'))

  expect(await result('iois-2.csv')).toMatchObject([{ ric: '6758.T', result: 'SENT' }])
  expect(names(`done/${today}`)).toHaveLength(4)
})

test('a file of which nothing could be sent may be dropped again', async () => {
  const { desk, drop, result } = await startFolder()
  const trader = await desk.trader('alder')
  const earlier = await trader.advertises('BUY', '7203.T', 10_000)
  drop('iois.csv', bulkFile('7203.T,BUY,20000'))
  expect(await result('iois.csv')).toMatchObject([{ result: 'REJECTED', errorCode: 'ERR-004' }])
  await trader.callsOk(`/advert/cancel-advert/${earlier.id}`)
  drop('iois.csv', bulkFile('7203.T,BUY,20000'))

  expect(await result('iois-2.csv')).toMatchObject([{ result: 'SENT' }])
})

const text = bulkFile('7203.T,買い,10000')
const utf16 = (content: string): Buffer => Buffer.from(`\ufeff${content}`, 'utf16le')
/** The row in Shift_JIS: 買い is 94 83 82 a2. */
const shiftJis = Buffer.concat([
  Buffer.from('ric,direction,shareQuantity\r\n7203.T,'),
  Buffer.of(0x94, 0x83, 0x82, 0xa2),
  Buffer.from(',10000\r\n'),
])

test.each([
  ['UTF-8', text],
  ['UTF-8 with its mark', `\ufeff${text}`],
  ['UTF-16', utf16(text)],
  ['Shift_JIS', shiftJis],
  ['semicolons', text.replaceAll(',', ';')],
])('a file in %s is read as the desk reads it', async (_, content) => {
  const { drop, result } = await startFolder()
  drop('iois.csv', content)

  expect(await result('iois.csv')).toMatchObject([{ ric: '7203.T', direction: 'BUY', result: 'SENT' }])
})

test('a file that is no list of IOIs is refused as a whole, with the reason', async () => {
  const { drop, result, desk } = await startFolder()
  drop('empty.csv', '')
  drop('binary.csv', Buffer.of(0x50, 0x4b, 0x03, 0x04, 0x00, 0xff))
  drop('large.csv', Buffer.alloc(20 * 1_024 * 1_024, 'a'))
  drop('other.csv', 'name,price\r\nToyota,3000\r\n')
  drop('quote.csv', `${bulkFile()}"7203.T,BUY,100\r\n`)
  drop('long.csv', bulkFile(...Array.from({ length: 1_001 }, () => '7203.T,BUY,100')))

  const codeOf = async (name: string) => (await result(name)).map(({ errorCode }) => errorCode)
  expect(await codeOf('empty.csv')).toEqual(['FILE_EMPTY'])
  expect(await codeOf('binary.csv')).toEqual(['FILE_UNREADABLE'])
  expect(await codeOf('large.csv')).toEqual(['FILE_TOO_LARGE'])
  expect(await codeOf('other.csv')).toEqual(['FILE_COLUMNS'])
  expect(await codeOf('quote.csv')).toEqual(['FILE_QUOTE'])
  expect(await codeOf('long.csv')).toEqual(['TOO_MANY_ROWS'])
  expect(await (await desk.trader('alder')).adverts()).toEqual([])
})

test('temporary and hidden names, folders and links are left alone', async () => {
  const { drop, result, names, folder, desk } = await startFolder()
  writeFileSync(join(folder, 'in', 'iois.csv.tmp'), bulkFile('7203.T,BUY,10000'))
  writeFileSync(join(folder, 'in', '.iois.csv'), bulkFile('7203.T,BUY,10000'))
  mkdirSync(join(folder, 'in', 'folder.csv'))
  writeFileSync(join(folder, 'secret'), bulkFile('7203.T,BUY,10000'))
  symlinkSync(join(folder, 'secret'), join(folder, 'in', 'link.csv'))
  drop('z.csv', bulkFile('6758.T,BUY,10000'))
  await result('z.csv')

  expect(names('in')).toEqual(['.iois.csv', 'folder.csv', 'iois.csv.tmp', 'link.csv'])
  expect(await (await desk.trader('alder')).adverts()).toHaveLength(1)
})

test('a name of any length that a file can have is taken', async () => {
  const { drop, names } = await startFolder()
  const name = `${'買'.repeat(83)}.csv`
  drop(name, bulkFile('7203.T,BUY,10000'))
  const done = `${'買'.repeat(65)}.csv`
  await until('the result', async () => names(`done/${today}`).includes(done))

  expect(names(`done/${today}`)).toEqual([done, `${done}.result.csv`])
})

test('twenty files at once are each applied once', async () => {
  const { desk, drop, result } = await startFolder()
  const listed = desk.app.reference.names().listed.slice(0, 20)
  for (const [index, { security }] of listed.entries())
    drop(`${index}.csv`, bulkFile(`${security.ric},BUY,${security.lotSize * 1_000}`))
  for (const index of listed.keys()) expect(await result(`${index}.csv`)).toMatchObject([{ result: 'SENT' }])

  expect(await (await desk.trader('alder')).adverts()).toHaveLength(20)
})

test('a credential that was revoked leaves files where they are, and says so once', async () => {
  const { desk, drop, events, names, metrics } = await startFolder()
  expect(await metrics()).toContain('aitai_files_failing{session="alder"} 0')
  const operator = new Operator(desk)
  const [issued] = await operator.lists('credential list', {})
  await operator.runs('credential revoke', { id: String(issued?.id), reason: 'lost' })
  drop('iois.csv', bulkFile('7203.T,BUY,10000'))
  const text = 'files: the platform does not accept the credential of this session; trying again'
  await until(text, async () => events.includes(text))

  expect(names('in')).toEqual(['iois.csv'])
  expect(await metrics()).toContain('aitai_files_failing{session="alder"} 1')
  expect(events.filter((event) => event === text)).toHaveLength(1)
  expect(await (await desk.trader('alder')).adverts()).toEqual([])
})

test('a folder that cannot be written is reported once, and used as soon as it can be', async () => {
  const { drop, result, events, folder, stop, start } = await startFolder()
  await stop()
  rmSync(folder, { recursive: true, force: true })
  writeFileSync(folder, 'not a folder')
  await start()
  const isReported = (text: string): boolean =>
    text.startsWith('files: ENOTDIR') || text.startsWith('files: EEXIST')
  await until('the problem', async () => events.some(isReported))
  rmSync(folder)
  await until('the folder works', async () => events.includes('files: works again'))
  drop('iois.csv', bulkFile('7203.T,BUY,10000'))

  expect(await result('iois.csv')).toMatchObject([{ result: 'SENT' }])
  expect(events.filter(isReported)).toHaveLength(1)
})

test("the day's outcomes are those of the trader alone, with the own password", async () => {
  const { desk, drop, result, outcomes } = await startFolder()
  expect(await outcomes(() => true)).toEqual([])
  drop('iois.csv', bulkFile('7203.T,BUY,10000'))
  const [line] = await result('iois.csv')
  const alder = await (await desk.trader('alder')).connects()
  const birch = await (await desk.trader('birch')).connects()
  const contra = await birch.advertises('SELL', '7203.T', 10_000)
  const locate = await birch.isLocated(contra.id)
  const [open] = await outcomes((lines) => lines.length === 1)
  expect(open).toMatchObject({
    advertId: line?.advertId,
    ric: '7203.T',
    direction: 'BUY',
    quantity: '10000',
    midPrice: String(locate.midPrice),
    answer: '',
    outcome: '',
    password: '',
  })
  const [own] = await alder.locates()
  await alder.callsOk('/locate-notification/connect-acceptance', {
    body: { direction: 'BUY', locationNotificationId: own?.locateNotificationId },
  })
  await birch.callsOk('/locate-notification/connect-acceptance', {
    body: { direction: 'SELL', locationNotificationId: locate.locateNotificationId },
  })

  const [agreed] = await outcomes((lines) => lines[0]?.outcome === 'ACCEPTED')
  const [seen] = await alder.locates()
  expect(agreed).toMatchObject({
    locateId: own?.locateNotificationId,
    answer: 'ACCEPT',
    broker: 'Hinoki',
    password: seen?.password,
    agreementId: seen?.connectionAgreementId,
    locatedAt: expect.stringMatching(/^2026-11-18T1\d:\d\d:\d\d\+09:00$/),
  })
  expect(Object.values(agreed ?? {}).join()).not.toContain((await birch.locates())[0]?.password)
})

test("the day's outcomes are written once more when matching ends", async () => {
  const { desk, outcomes, folder } = await startFolder({ env: { CALENDAR: 'jpx' } })
  await outcomes(() => true)
  const path = join(folder, `outcomes-${today}.csv`)
  const trader = await (await desk.trader('alder')).connects()
  const birch = await (await desk.trader('birch')).connects()
  const own = await trader.advertises('BUY', '7203.T', 10_000)
  await birch.advertises('SELL', '7203.T', 10_000)
  await trader.isLocated(own.id)
  desk.clock.advance(60_000)
  await outcomes((lines) => lines[0]?.outcome === 'TIMED_OUT')
  const written = statSync(path).ino
  desk.clock.advance(8 * 3_600_000)

  await until('the close', async () => statSync(path).ino !== written)
  expect(await outcomes(() => true)).toMatchObject([{ outcome: 'TIMED_OUT' }])
})
