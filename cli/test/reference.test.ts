import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { callApi, signIn } from '@aitai/contract/api-client.ts'
import { getEquities, getPlatformHours } from '@aitai/contract/routes/reference.ts'
import { expect, test } from 'vitest'
import { addAlder, addTraderArguments, type Cli, cliFor, emptyFolder, resultOf } from './cli-process.ts'
import { startServerProcess } from './server-process.ts'

const shipped = fileURLToPath(new URL('../../server/data/equities.csv', import.meta.url))
const lines = (await readFile(shipped, 'utf8')).trimEnd().split('\n')
const total = lines.length - 1

interface Installation {
  readonly aitai: Cli
  /** Writes a file beside the data and returns its path. */
  file(name: string, content: string | Uint8Array): Promise<string>
}

async function installation(env: Readonly<Record<string, string>> = {}): Promise<Installation> {
  const folder = await emptyFolder()
  return {
    aitai: cliFor(folder, env),
    async file(name, content) {
      const path = join(folder, name)
      await writeFile(path, content)
      return path
    },
  }
}

test('a file of equities is imported as a whole, and importing it again changes nothing', async () => {
  const { aitai, file } = await installation()
  const dry = await resultOf(aitai(['equities', 'import', shipped, '--dry-run']))
  const first = await resultOf(aitai(['equities', 'import', shipped]))
  const again = await resultOf(aitai(['equities', 'import', shipped]))
  const tomorrow = lines
    .filter((line) => !line.startsWith('8306.T'))
    .join('\n')
    .replace('2905.5', '2950')
  const next = await aitai(['equities', 'import', await file('tomorrow.csv', tomorrow)])

  const nothing = {
    added: [],
    changed: [],
    removed: [],
    moved: 0,
    concerns: [],
    warnings: [],
    applied: false,
  }
  expect(dry).toMatchObject({ applied: false, removed: [] })
  expect((first as { added: string[] }).added).toHaveLength(total)
  expect(again).toEqual({ ...nothing, unchanged: total })
  expect(JSON.parse(next.out)).toMatchObject({
    added: [],
    removed: ['8306.T'],
    moved: total - 2,
    unchanged: total - 2,
    applied: true,
    changed: [{ ric: '7203.T', closePrice: [2905.5, 2950] }],
  })
  expect(next.err).toContain('Changed: 1\n  7203.T  closePrice 2905.5 to 2950\nRemoved: 1\n  8306.T\n')
  expect(next.err).toMatch(/Done\.\n$/)
})

test('a file in Shift_JIS with full-width figures is read as the same', async () => {
  const { aitai, file } = await installation()
  await resultOf(aitai(['equities', 'import', shipped]))
  const header = 'ric,name,localName,kana,shortNames,topix500,lotSize,closePrice'
  // 7203.T with トヨタ in Windows-31J, and its close in full-width figures.
  const shiftJis = Buffer.concat([
    Buffer.from(`${header}\r\n7203.T,Toyota Motor,`),
    Buffer.from([0x83, 0x67, 0x83, 0x88, 0x83, 0x5e]),
    Buffer.from(',,,y,100,'),
    Buffer.from([0x82, 0x51, 0x82, 0x58, 0x82, 0x4f, 0x82, 0x54, 0x81, 0x44, 0x82, 0x54]),
    Buffer.from('\r\n'),
  ])

  const preview = await resultOf(aitai(['equities', 'import', await file('sjis.csv', shiftJis), '--dry-run']))

  expect(preview).toMatchObject({
    changed: [expect.objectContaining({ ric: '7203.T', localName: ['トヨタ自動車', 'トヨタ'] })],
    concerns: [expect.stringContaining(`drops ${total - 1} of ${total}`)],
  })
  expect((preview as { changed: object[] }).changed[0]).not.toHaveProperty('closePrice')
})

test('a file that drops more than a tenth of the securities requires confirmation', async () => {
  const { aitai, file } = await installation()
  await resultOf(aitai(['equities', 'import', shipped]))
  const short = await file('cut-short.csv', lines.slice(0, 101).join('\n'))

  const refused = await aitai(['equities', 'import', short])
  const meant = await resultOf(aitai(['equities', 'import', short, '--yes']))

  expect(refused).toMatchObject({ code: 1, out: '', err: expect.stringContaining('--yes') })
  expect((meant as { removed: string[] }).removed).toHaveLength(total - 100)
  expect(await resultOf(aitai(['status']))).toMatchObject({ equities: 100 })
})

test('a file with an invalid line is refused, the line is named, and nothing is imported', async () => {
  const { aitai, file } = await installation()
  const bad = await file('bad.csv', lines.join('\n').replace('2905.5', '2905.3'))

  const { code, err } = await aitai(['equities', 'import', bad])

  expect(code).toBe(1)
  expect(err).toContain('line 2')
  expect(await resultOf(aitai(['status']))).toMatchObject({ equities: 0 })
})

test('the current holidays are a file that can be extended and imported', async () => {
  const { aitai, file } = await installation()
  const listed = await aitai(['holidays', 'list', '--csv'])
  const longer = await file('holidays.csv', `${listed.out}2030/6/5,Jubilee,祝典の日\n`)

  const dry = await aitai(['holidays', 'import', longer, '--dry-run'])
  const applied = await resultOf(aitai(['holidays', 'import', longer, '--reason', 'announced today']))
  const now = await resultOf(aitai(['holidays', 'list']))

  expect(listed.out).toMatch(/^date,name,localName\n2026-01-01,New Year's Day,元日\n/)
  expect(JSON.parse(dry.out)).toMatchObject({
    applied: false,
    removed: [],
    unchanged: 104,
    years: [2026, 2027, 2028, 2029, 2030],
    added: [{ date: '2030-06-05', weekday: 'Wed', name: 'Jubilee', localName: '祝典の日' }],
  })
  expect(dry.err).toContain('Added: 1\n  2030-06-05 Wed  Jubilee  祝典の日\n')
  expect(dry.err).toContain('Matching at the mid, the next ten sessions, before and after:')
  expect(dry.err).toMatch(/Nothing was changed: this was a dry run\.\n$/)
  expect(applied).toMatchObject({ applied: true, total: 105 })
  expect(now).toMatchObject({ source: 'imported', years: [2026, 2027, 2028, 2029, 2030] })
  expect((now as { holidays: object[] }).holidays).toHaveLength(105)
})

test('a truncated list of holidays, and one with an invalid line, are refused', async () => {
  const { aitai, file } = await installation()
  const { out } = await aitai(['holidays', 'list', '--csv'])
  const short = await file('short.csv', out.split('\n').slice(0, -40).join('\n'))
  const bad = await file('bad.csv', `${out}2031-02-30,None,\n`)
  const reason = ['--reason', 'a test']

  expect(await aitai(['holidays', 'import', short, ...reason])).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringContaining('more than a tenth'),
  })
  expect(await aitai(['holidays', 'import', bad, ...reason])).toEqual({
    code: 1,
    out: '',
    err: "line 106: '2031-02-30' is not a date such as 2027-01-01\n",
  })
  expect(await resultOf(aitai(['holidays', 'list']))).toMatchObject({ source: 'shipped' })
})

interface Session {
  readonly date: string
  readonly utc: string
  readonly tokyo: string
  readonly local: string
}

/** A time as a session shows it, by the offset of the zone. */
const moment = (text: string, offset: string): number =>
  Date.parse(`${text.slice(0, 16).replace(' ', 'T')}${offset}`)

test("the next ten sessions are printed in UTC, in Tokyo time and in the operator's time zone", async () => {
  const { aitai } = await installation({ TZ: 'America/New_York' })
  const shown = (await resultOf(aitai(['hours', 'show']))) as {
    zone: string
    exchanges: { sessions: { matching: Session[] } }[]
  }
  const sessions = shown.exchanges[0]?.sessions.matching ?? []

  expect(shown.zone).toBe('America/New_York')
  expect(sessions).toHaveLength(10)
  for (const { date, utc, tokyo, local } of sessions) {
    const offset = local.slice(-6)
    expect(tokyo).toMatch(new RegExp(`^${date} (09:00 to 11:29|12:30 to 15:24)$`))
    expect(['-04:00', '-05:00']).toContain(offset)
    expect(moment(tokyo, '+09:00')).toBe(moment(utc, 'Z'))
    expect(moment(local, offset)).toBe(moment(utc, 'Z'))
  }
})

const longer = ['hours', 'set', '--exchange', 'ALL', '--platform', '23:00 to 09:00']

test('a change of hours is previewed, and applied only with confirmation and a reason', async () => {
  const { aitai } = await installation({ TZ: 'America/New_York' })
  const platform = async (): Promise<unknown> => {
    const { exchanges } = (await resultOf(aitai(['hours', 'show', '--exchange', 'XSAP']))) as {
      exchanges: { hours: { platform: string } }[]
    }
    return exchanges[0]?.hours.platform
  }

  const unsaid = await aitai(longer)
  const dry = await aitai([...longer, '--dry-run'])
  expect([unsaid.code, dry.code]).toEqual([1, 0])
  expect(unsaid.err).toContain('Add --yes to apply the change.')
  expect(dry.err).toContain('XTKS, XNGO, XFKA, XSAP platform, the next ten sessions, before:')
  expect(dry.err).toContain('America/New_York')
  expect(await aitai([...longer, '--yes'])).toMatchObject({
    code: 2,
    err: expect.stringContaining('--reason'),
  })
  expect(await platform()).toBe('23:00 to 08:00')

  const applied = await resultOf(aitai([...longer, '--yes', '--reason', 'longer evenings']))
  expect(applied).toMatchObject({ applied: true })
  expect(await platform()).toBe('23:00 to 09:00')
})

test.each([
  [['--platform', '23:00-08:00'], "XTKS: platform hours: '23:00-08:00' is not 'HH:MM to HH:MM' in UTC.\n"],
  [
    ['--matching', '00:00 to 03:00'],
    'XTKS: matching hours while the exchange does not trade: at 02:30 UTC.\n',
  ],
  [['--platform', '23:00 to 04:00, 03:00 to 08:00'], 'XTKS: platform hours: two ranges overlap at 03:00.\n'],
])('hours that cannot be worked by are refused in one line: %j', async (flags, why) => {
  const { aitai } = await installation()
  expect(await aitai(['hours', 'set', '--exchange', 'XTKS', ...flags, '--dry-run'])).toEqual({
    code: 1,
    out: '',
    err: why,
  })
})

test('an unknown time zone of the machine gives a hint to set TZ', async () => {
  const { aitai } = await installation({ TZ: 'Nowhere/Atlantis' })
  expect(await aitai(['hours', 'show'])).toEqual({
    code: 1,
    out: '',
    err: 'The time zone of this machine is not known: set TZ, such as Asia/Tokyo.\n',
  })
})

test('changes beside a running server take effect at once', async () => {
  const folder = await emptyFolder()
  const server = await startServerProcess(folder, { DEMO: 'off', CALENDAR: 'jpx' })
  const aitai = cliFor(folder)
  const password = 'a quiet harbour at dawn'
  await addAlder(aitai)
  await resultOf(aitai([...addTraderArguments('emma@alder.example'), '--password-stdin'], password))
  const emma = await signIn(server.url, 'emma@alder.example', password)
  const [first] = await callApi(emma, getEquities)
  const securityId = first?.equityId ?? ''
  const today = new Date(Date.now() + 9 * 3_600_000).toISOString().slice(0, 10)

  await resultOf(aitai([...longer, '--yes', '--reason', 'longer evenings']))
  expect(await callApi(emma, getPlatformHours, { params: { securityId } })).toMatchObject({
    platformHourRanges: ['23:00 to 09:00'],
  })

  const { out } = await aitai(['holidays', 'list', '--csv'])
  const closed = join(folder, 'closed.csv')
  const others = out.split('\n').filter((line) => !line.startsWith(today))
  await writeFile(closed, [...others.filter(Boolean), `${today},Mourning,`].join('\n'))
  await resultOf(aitai(['holidays', 'import', closed, '--reason', 'mourning', '--yes']))
  expect(await callApi(emma, getPlatformHours, { params: { securityId } })).toMatchObject({
    tradingDay: false,
  })

  const fewer = join(folder, 'fewer.csv')
  await writeFile(fewer, lines.filter((line) => !line.startsWith(first?.ric ?? '-')).join('\n'))
  expect(await resultOf(aitai(['equities', 'import', fewer]))).toMatchObject({ applied: true })
  expect((await callApi(emma, getEquities)).map(({ ric }) => ric)).not.toContain(first?.ric)
  expect(await resultOf(aitai(['replay', '--verify']))).toMatchObject({ verified: true })
})
