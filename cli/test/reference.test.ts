import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { type Cli, cliFor, emptyInstallation } from './cli.ts'

const shipped = fileURLToPath(new URL('../../server/data/equities.csv', import.meta.url))
const lines = (await readFile(shipped, 'utf8')).trimEnd().split('\n')
const total = lines.length - 1

interface Installation {
  readonly aitai: Cli
  /** Writes a file beside the data and returns its path. */
  file(name: string, content: string | Uint8Array): Promise<string>
}

async function installation(env: Readonly<Record<string, string>> = {}): Promise<Installation> {
  const folder = await emptyInstallation()
  return {
    aitai: cliFor(folder, env),
    async file(name, content) {
      const path = join(folder, name)
      await writeFile(path, content)
      return path
    },
  }
}

/** What was printed, without the note that appears only while the exchange trades: a test runs at any hour. */
const atAnyHour = (printed: string): string => printed.replace(/^Note: The exchange is trading now.*\n/m, '')

test('a file of equities is imported as a whole, and importing it again changes nothing', async () => {
  const { aitai, file } = await installation()
  const dry = await aitai.json(['equities', 'import', shipped, '--dry-run'])
  const first = await aitai.json(['equities', 'import', shipped])
  const again = await aitai.json(['equities', 'import', shipped])
  const tomorrow = lines
    .filter((line) => !line.startsWith('8306.T'))
    .join('\n')
    .replace('2905.5', '2950')
  const tomorrowFile = await file('tomorrow.csv', tomorrow)
  const preview = await aitai(['equities', 'import', tomorrowFile, '--dry-run'])
  const next = await aitai.json(['equities', 'import', tomorrowFile])

  const nothing = {
    added: [],
    changed: [],
    removed: [],
    skipped: [],
    moved: 0,
    concerns: [],
    warnings: [],
    applied: false,
    ratios: [],
    delisted: [],
  }
  expect(dry).toMatchObject({ applied: false, removed: [] })
  expect((first as { added: string[] }).added).toHaveLength(total)
  expect(again).toMatchObject({ ...nothing, unchanged: total })
  expect(next).toMatchObject({
    added: [],
    removed: ['8306.T'],
    moved: total - 2,
    unchanged: total - 2,
    applied: true,
    changed: [{ ric: '7203.T', closePrice: [2905.5, 2950] }],
  })
  expect(atAnyHour(preview.out)).toBe(
    [
      'Changed: 1',
      '  7203.T  closePrice 2905.5 to 2950',
      'Removed: 1',
      '  8306.T',
      `Moved in the order by size: ${total - 2}. Unchanged: ${total - 2}.`,
      'Note: 8306.T can no longer be advertised. IOIs already sent, if any, stay valid until they expire.',
      'Nothing was changed: this was a dry run.',
      '',
    ].join('\n'),
  )
})

test('a long list of changes is cut for people, and complete as JSON', async () => {
  const { aitai } = await installation()
  const { out } = await aitai(['equities', 'import', shipped])

  expect(out).toContain(`Added: ${total}\n`)
  expect(out).toContain(`  and ${total - 20} more: --json lists all\n`)
  expect(out.trimEnd().split('\n').length).toBeLessThan(30)
})

test('a file that looks like a mistake requires confirmation', async () => {
  const { aitai, file } = await installation()
  await aitai.json(['equities', 'import', shipped])
  const short = await file('cut-short.csv', lines.slice(0, 101).join('\n'))

  const refused = await aitai(['equities', 'import', short])
  const meant = await aitai.json(['equities', 'import', short, '--yes'])

  expect(refused).toMatchObject({ code: 1, out: '', err: expect.stringContaining('--yes') })
  expect((meant as { removed: string[] }).removed).toHaveLength(total - 100)
})

test('the current holidays are a file that can be extended and imported', async () => {
  const { aitai, file } = await installation()
  const listed = await aitai(['holidays', 'list', '--csv'])
  const longer = await file('holidays.csv', `${listed.out}2030/6/5,Jubilee,祝典の日\n`)

  const importing = ['holidays', 'import', longer, '--dry-run']
  const [dry, shown] = [await aitai.json(importing), await aitai(importing)]
  const applied = await aitai.json(['holidays', 'import', longer, '--reason', 'announced today'])
  const now = await aitai.json(['holidays', 'list'])

  expect(listed.out).toMatch(/^date,name,localName\n2026-01-01,New Year's Day,元日\n/)
  expect(dry).toMatchObject({
    applied: false,
    removed: [],
    unchanged: 104,
    years: [2026, 2027, 2028, 2029, 2030],
    added: [{ date: '2030-06-05', weekday: 'Wed', name: 'Jubilee', localName: '祝典の日' }],
  })
  expect(shown.out).toContain('Added: 1\n  2030-06-05 Wed  Jubilee  祝典の日\n')
  expect(shown.out).toContain('Matching at the mid, the next ten sessions, before and after:')
  expect(shown.out).toMatch(/Nothing was changed: this was a dry run\.\n$/)
  expect(applied).toMatchObject({ applied: true, total: 105 })
  expect(now).toMatchObject({ source: 'imported', years: [2026, 2027, 2028, 2029, 2030] })
  expect((now as { holidays: object[] }).holidays).toHaveLength(105)
})

interface ShownSession {
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
  const shown = (await aitai.json(['hours', 'show'])) as {
    zone: string
    exchanges: { sessions: { matching: ShownSession[] } }[]
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
    const { exchanges } = (await aitai.json(['hours', 'show', '--exchange', 'XSAP'])) as {
      exchanges: { hours: { platform: string } }[]
    }
    return exchanges[0]?.hours.platform
  }

  const unsaid = await aitai(longer)
  const dry = await aitai([...longer, '--dry-run'])
  expect([unsaid.code, dry.code]).toEqual([1, 0])
  expect(unsaid.err).toContain('Add --yes to apply the change.')
  expect(dry.out).toContain('XTKS, XNGO, XFKA, XSAP platform, the next ten sessions, before:')
  expect(dry.out).toContain('America/New_York')
  expect(await aitai([...longer, '--yes'])).toMatchObject({
    code: 2,
    err: expect.stringContaining('--reason'),
  })
  expect(await platform()).toBe('23:00 to 08:00')

  const applied = await aitai.json([...longer, '--yes', '--reason', 'longer evenings'])
  expect(applied).toMatchObject({ applied: true })
  expect(await platform()).toBe('23:00 to 09:00')
})

test('an unknown time zone of the machine gives a hint to set TZ', async () => {
  const { aitai } = await installation({ TZ: 'Nowhere/Atlantis' })
  expect(await aitai(['hours', 'show'])).toEqual({
    code: 1,
    out: '',
    err: 'The time zone of this machine is not known: set TZ, such as Asia/Tokyo.\n',
  })
})
