import { request } from 'node:http'
import type { Failure } from '@aitai/contract/schemas/failures.ts'
import { expect, test } from 'vitest'
import { addBroker, assignBroker } from '../../src/admin/brokers.ts'
import { type CsvFile, csvOf, marketHash, plainRow, postFile, uploadFile } from '../support/csv-uploads.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'
import type { TestUser } from '../support/test-user.ts'

async function alone(): Promise<{ desk: TestServer; alder: TestUser; id: string }> {
  const desk = await startTestServer({ firms: ['Alder'] })
  return { desk, alder: await desk.trader('alder'), id: desk.securityId('7203.T') }
}

const names = 'ric,direction,shareQuantity'

const bytes = (...parts: readonly (string | readonly number[])[]): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(
    parts.flatMap((part) => (typeof part === 'string' ? [...Buffer.from(part, 'latin1')] : part)),
  )

/** As Excel writes them in Japan: 買い, １００００, はい, and half-width ﾐｽﾞﾎ with ① and 髙. */
const inShiftJis = {
  buy: [0x94, 0x83, 0x82, 0xa2],
  tenThousand: [0x82, 0x50, 0x82, 0x4f, 0x82, 0x4f, 0x82, 0x4f, 0x82, 0x4f],
  yes: [0x82, 0xcd, 0x82, 0xa2],
  broker: [0xd0, 0xbd, 0xde, 0xce, 0x87, 0x40, 0xfb, 0xfc],
}

/** The name in the file, and the name in the list. */
const typed = 'ﾐｽﾞﾎ①髙'
const japanese = { name: 'Mizuho', shortName: 'ミズホ1髙', contact: 'desk' }

async function withJapaneseBroker() {
  const found = await alone()
  expect(await addBroker(found.desk.admin, japanese)).not.toHaveProperty('refusal')
  expect(
    await assignBroker(found.desk.admin, { firm: 'Alder', shortName: japanese.shortName }),
  ).not.toHaveProperty('refusal')
  const brokers =
    await found.alder.callsOk<{ brokerID: string; shortName: string }[]>('/broker/user-brokers-list')
  const broker = brokers.find(({ shortName }) => shortName === japanese.shortName)
  return { ...found, brokerIds: [broker?.brokerID] }
}

const utf16 = (text: string): number[] => [0xff, 0xfe, ...Buffer.from(text, 'utf16le')]

// spec: 7.adverts.8
test.each<[string, (id: string) => CsvFile]>([
  ['UTF-8', (id) => `${names},ranked,brokers\r\n${id},買い,１００００,はい,${typed}\r\n`],
  [
    'UTF-8 with a byte order mark',
    (id) => `\uFEFF${names},ranked,brokers\r\n${id},買い,１００００,はい,${typed}\r\n`,
  ],
  [
    'UTF-16 with its mark',
    (id) => bytes(utf16(`${names},ranked,brokers\n${id},買,１００００,はい,${typed}\n`)),
  ],
  [
    'Shift_JIS as Excel in Japan writes it',
    (id) => {
      const { buy, tenThousand, yes, broker } = inShiftJis
      const head = `${names},ranked,brokers\r\n${id},`
      return bytes(head, buy, ',', tenThousand, ',', yes, ',', broker, '\r\n')
    },
  ],
])('a file in %s is read, with full-width digits', async (_, file) => {
  const { alder, id, brokerIds } = await withJapaneseBroker()

  for (const type of ['text/csv', 'text/html; charset=UTF-8', 'text/csv; charset=Shift_JIS'])
    expect(await uploadFile(alder, file(id), type)).toMatchObject([
      { line: 2, status: 'OK', advertisement: { shareQuantity: 10_000, ranked: true, brokerIds } },
    ])
})

test.each<[string, CsvFile]>([
  ['half a character of UTF-16', bytes([0xff, 0xfe, 0x70])],
  ['UTF-16 without its mark', bytes([0x72, 0, 0x69, 0, 0x63, 0])],
  ['a NUL', `${names}\nx,BUY,10\u0000000\n`],
  ['a byte that is in no text', bytes(`${names}\nx,BUY,`, [0xff])],
  ['half a character', bytes(`${names}\nx,BUY,`, [0x94])],
  ['a byte order mark before what is not UTF-8', bytes([0xef, 0xbb, 0xbf], names, [0x94, 0x83])],
])('a file with %s is refused as a whole: FILE_UNREADABLE', async (_, file) => {
  const { alder } = await alone()

  const { status, body } = await postFile<Failure>(alder, file)
  const message = 'The file cannot be read. Save it as CSV in UTF-8 or Shift_JIS.'
  expect({ status, body }).toEqual({ status: 400, body: { errorCode: 'FILE_UNREADABLE', message } })
})

test.each<[string, CsvFile]>([
  ['nothing', ''],
  ['a byte order mark alone', '\uFEFF'],
  ['spaces and ends of lines', ' \r\n\r\n　\t'],
  ['rows of commas, as spreadsheets leave them', ',,\r\n,,\r\n'],
  ['characters that cannot be seen', '\u200b,\u2060\n\ufeff'],
])('a file of %s is empty', async (_, file) => {
  const { alder } = await alone()

  expect(await postFile(alder, file)).toMatchObject({
    status: 400,
    body: { errorCode: 'FILE_EMPTY', message: 'The file is empty.' },
  })
})

test('a file with a header only has no rows', async () => {
  const { alder } = await alone()

  for (const file of [names, `${names}\r\n`, `\uFEFF${names}\n`])
    expect(await uploadFile(alder, file)).toEqual([])
})

test.each([
  ['of Windows', '\r\n'],
  ['of Unix', '\n'],
  ['of an old Macintosh', '\r'],
])('with the line ending %s every line has its number, and a blank one is no row', async (_, end) => {
  const { alder, id } = await alone()
  const row = (quantity: string) => `${id},BUY,${quantity}`

  const file = [names, row('"10,000"'), '', `"${id}",BUY,"x""y${end}z"`, row('9'), ''].join(end)
  expect(await uploadFile(alder, file)).toMatchObject([
    { line: 2, errorCode: 'ERR-005', errorMap: { otherLine: 4 } },
    { line: 4, errorCode: 'ERR-001', errorMap: { header: 'shareQuantity', value: 'x"y\nz' } },
    { line: 6, errorCode: 'ERR-005', errorMap: { otherLine: 2 } },
  ])
})

test('a header of several lines shifts the rows, as the editor of the file counts', async () => {
  const { alder, id } = await alone()

  const file = `"\r\nric","direction\r\n\r\n",shareQuantity\r\n${id},BUY,10000\r\ninvalid,BUY,10000`
  expect(await uploadFile(alder, file)).toMatchObject([
    { line: 5, status: 'OK' },
    { line: 6, errorCode: 'ERR-002' },
  ])
})

test('an unclosed quote refuses the file and names the line of its row', async () => {
  const { alder, id } = await alone()

  const file = `${names}\n"${id}",BUY,"10\n000"\n${id},"BUY,10000\n${id},SELL,10000\n`
  expect(await postFile(alder, file)).toMatchObject({
    status: 400,
    body: {
      errorCode: 'FILE_QUOTE',
      variables: { line: 4 },
      message: 'The row starting on line 4 has an unclosed quotation mark.',
    },
  })
})

test.each([
  ['the header', (commas: string) => commas],
  ['a row', (commas: string) => `${names}\n${commas}\n`],
])('more than 40 columns in %s refuse the file, however large it is', async (_, fileOf) => {
  const { alder } = await alone()
  const line = fileOf(',').split('\n').length === 1 ? 1 : 2

  expect(await postFile(alder, `x${fileOf(','.repeat(39))}`)).toMatchObject({ status: 200 })
  for (const commas of [40, 1_000_000])
    expect(await postFile(alder, fileOf(','.repeat(commas)))).toMatchObject({
      status: 400,
      body: {
        errorCode: 'TOO_MANY_COLUMNS',
        variables: { line, max: 40 },
        message: `Line ${line} has more than 40 columns.`,
      },
    })
})

test('text beside the quotes of a cell makes only that cell unreadable', async () => {
  const { alder, id } = await alone()

  const file = `${names}\n${id},"BUY"x,10000\n${id},BUY,10"000"\n`
  expect(await uploadFile(alder, file)).toMatchObject([
    { line: 2, errorCode: 'ERR-001', errorMap: { header: 'direction', value: '"BUY"x' } },
    { line: 3, errorCode: 'ERR-001', errorMap: { header: 'shareQuantity', value: '10"000"' } },
  ])
})

test('1,000 rows are validated; with one more the file is refused, with the maximum', async () => {
  const { desk, alder } = await alone()
  const file = (count: number) => csvOf(desk, Array(count).fill(plainRow), '\n')

  expect(await uploadFile(alder, file(1_000))).toHaveLength(1_000)
  for (const count of [1_001, 5_000])
    expect(await postFile(alder, file(count))).toMatchObject({
      status: 400,
      body: { errorCode: 'TOO_MANY_ROWS', variables: { max: 1_000 } },
    })
})

test('a cell of a megabyte is quoted by its beginning, whatever it contains', async () => {
  const { alder, id } = await alone()

  for (const character of ['x', '𠮷', '"', ';']) {
    const cell = character === '"' ? '""'.repeat(400_000) : character.repeat(200_000)
    const { text, body } = await postFile(alder, `${names},duration\n${id},BUY,10000,"${cell}"\n`)
    expect(body).toMatchObject([{ errorCode: 'ERR-001', errorMap: { value: `${character.repeat(60)}…` } }])
    expect(text.length).toBeLessThan(1_000)
  }
})

test('a megabyte of commas or of blank lines is refused, and changes nothing', async () => {
  const { desk, alder, id } = await alone()
  const before = await marketHash(desk)
  const megabyte = 1_024 * 1_024
  const tooWide = { status: 400, body: { errorCode: 'TOO_MANY_COLUMNS', variables: { line: 2, max: 40 } } }

  expect(await postFile(alder, `${names}\n${','.repeat(megabyte - 40)}`)).toMatchObject(tooWide)
  expect(await postFile(alder, `${names}${','.repeat(30)}\n${id}${','.repeat(400_000)}`)).toMatchObject(
    tooWide,
  )
  expect(await postFile(alder, `${'\n'.repeat(megabyte - 1)}x`)).toMatchObject({
    body: { errorCode: 'TOO_MANY_ROWS' },
  })
  expect(await marketHash(desk)).toBe(before)
})

test('empty columns at the end, as spreadsheets write them, are ignored', async () => {
  const { alder, id } = await alone()
  const commas = ','.repeat(37)
  expect(await uploadFile(alder, `${names}${commas}\n${id},BUY,10000${commas}`)).toMatchObject([
    { status: 'OK' },
  ])
})

/** Posts this many bytes and reads the reply only after all are on their way, as a browser does. */
const postsCommas = (
  desk: TestServer,
  trader: TestUser,
  length: number,
): Promise<[number | undefined, string]> =>
  new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${trader.token}`,
      'content-type': 'text/html',
      'content-length': length,
    }
    const url = `${desk.url}/api/advert/bulk-upload-adverts`
    const sent = request(url, { method: 'POST', headers }, (answer) => {
      let text = ''
      answer.setEncoding('utf8')
      answer.on('data', (part: string) => {
        text += part
      })
      answer.on('end', () => resolve([answer.statusCode, text]))
    })
    sent.on('error', reject)
    sent.end(Buffer.alloc(length, ','))
  })

test('ten megabytes of commas are too large, and so is a byte over one', async () => {
  const { desk, alder } = await alone()

  for (const length of [10 * 1_024 * 1_024, 1_024 * 1_024 + 1]) {
    const [status, text] = await postsCommas(desk, alder, length)
    expect(status).toBe(413)
    expect(JSON.parse(text)).toEqual({
      errorCode: 'TOO_LARGE',
      message: 'The request is above the limit of 1024 KiB.',
      variables: { max: 1_024 },
    })
  }
  expect((await postsCommas(desk, alder, 1_024 * 1_024))[0]).toBe(400)
})

test.each(['application/json', 'text/plain', 'application/vnd.ms-excel', 'multipart/form-data; boundary=x'])(
  'a file that is sent as %s is refused',
  async (type) => {
    const { alder, id } = await alone()

    const answer = await postFile(alder, `${names}\n${id},BUY,10000\n`, type)
    expect(answer).toMatchObject({ status: 415, body: { errorCode: 'MEDIA_TYPE' } })
  },
)
