import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AdminReply } from '../../src/admin/admin-context.ts'
import {
  type AdminCommandArgs,
  type AdminCommandName,
  invalidCommand,
} from '../../src/admin/command-arguments.ts'
import { runAdminCommand } from '../../src/admin/commands.ts'
import { type OpenDatabase, openDatabase } from '../../src/database/open-database.ts'
import { adminContextOn } from '../support/admin-context.ts'
import { shippedEquitiesCsv } from '../support/reference-admin.ts'

const reason = 'a drill'
const ofEmma = { firstName: 'Emma', lastName: 'Whitfield', role: 'TRADER', firm: 'Alder' } as const
const emma = { ...ofEmma, email: 'emma@alder.example' }
const other = { ...ofEmma, email: 'other@alder.example' }
const folder = mkdtempSync(join(tmpdir(), 'aitai-refused-'))
let opened: OpenDatabase

/** Runs a command on the data of an installation that does not run. */
function does<N extends AdminCommandName>(name: N, args: AdminCommandArgs<N>): Promise<AdminReply> {
  return runAdminCommand(adminContextOn(opened.db), name, args)
}

beforeAll(async () => {
  opened = await openDatabase({ dataDir: folder, databaseUrl: null })
  await does('firm add', { name: 'Alder' })
  await does('broker add', { name: 'Hinoki', shortName: 'HIN' })
  await does('user add', emma)
  await does('equities import', { file: encoded(shippedEquitiesCsv) })
})
afterAll(async () => {
  await opened.close()
  rmSync(folder, { recursive: true })
})

const encoded = (content: string | Uint8Array): string => Buffer.from(content).toString('base64')
const messageOf = (reply: AdminReply): string =>
  'refusal' in reply ? reply.refusal.message : expect.unreachable('it was done')

const shippedHolidays = async (): Promise<string> => {
  const listed = await does('holidays list', {})
  return 'result' in listed ? (listed.result as { csv: string }).csv : expect.unreachable('no holidays')
}

const hours = { of: 'XTKS', zone: 'Asia/Tokyo' } as const

test.each<[string, () => Promise<AdminReply>, string]>([
  ['an institution twice', () => does('firm add', { name: 'ALDER' }), 'named ALDER already'],
  [
    'a broker twice',
    () => does('broker add', { name: 'Other', shortName: 'hin' }),
    'the short name hin already',
  ],
  [
    'a short name that breaks lists',
    () => does('broker add', { name: 'Other', shortName: 'A;B' }),
    'letters and digits',
  ],
  [
    'a broker of an unknown institution',
    () => does('broker assign', { firm: 'Oak', shortName: 'HIN' }),
    'no institution named Oak',
  ],
  [
    'an unknown broker',
    () => does('broker assign', { firm: 'Alder', shortName: 'ZZZ' }),
    'no broker with the short name ZZZ',
  ],
  [
    'an unknown broker, disabled',
    () => does('broker disable', { shortName: 'ZZZ', reason }),
    'no broker with the short name ZZZ',
  ],
  [
    'an unknown institution, disabled',
    () => does('firm disable', { firm: 'Oak', reason }),
    'no institution named Oak',
  ],
  ['an e-mail that is none', () => does('user add', { ...other, email: 'emma' }), 'not an e-mail'],
  ['a user of an unknown institution', () => does('user add', { ...other, firm: 'Oak' }), 'named Oak'],
  ['a phone without its country', () => does('user add', { ...other, phone: '090-1234-5678' }), '+81'],
  ['a user twice', () => does('user add', { ...emma, email: 'EMMA@alder.example' }), 'emma@alder.example'],
  ['a short password', () => does('user add', { ...other, password: 'too short' }), '12 to 128'],
  [
    'an export that ends before it begins',
    () => does('audit export', { from: 2, to: 1, reason, file: join(folder, 'export'), format: 'csv' }),
    'must begin before it ends',
  ],
  [
    'an export without a reason in words',
    () => does('audit export', { from: 1, to: 2, reason: ' ', file: join(folder, 'export'), format: 'csv' }),
    'A reason',
  ],
  [
    'securities with an invalid line',
    () => does('equities import', { file: encoded(shippedEquitiesCsv.replace('2905.5', '2905.3')) }),
    'line 2',
  ],
  [
    'a list of holidays that was cut short',
    async () => {
      const file = encoded((await shippedHolidays()).split('\n').slice(0, -40).join('\n'))
      return does('holidays import', { file, zone: 'Asia/Tokyo', reason })
    },
    'more than a tenth',
  ],
  [
    'a holiday on a day that does not exist',
    async () => {
      const file = encoded(`${await shippedHolidays()}2031-02-30,None,\n`)
      return does('holidays import', { file, zone: 'Asia/Tokyo', reason })
    },
    "line 106: '2031-02-30' is not a date such as 2027-01-01",
  ],
  [
    'hours in another form',
    () => does('hours set', { ...hours, platform: '23:00-08:00' }),
    "XTKS: platform hours: '23:00-08:00' is not 'HH:MM to HH:MM' in UTC.",
  ],
  [
    'matching hours while the exchange is closed',
    () => does('hours set', { ...hours, matching: '00:00 to 03:00' }),
    'XTKS: matching hours while the exchange does not trade: at 02:30 UTC.',
  ],
  [
    'hours that overlap',
    () => does('hours set', { ...hours, platform: '23:00 to 04:00, 03:00 to 08:00' }),
    'XTKS: platform hours: two ranges overlap at 03:00.',
  ],
])('%s: the command is refused, and nothing changes', async (_, run, message) => {
  const stored = async () => [
    await does('firm list', {}),
    await does('broker list', {}),
    await does('user list', {}),
    await opened.db.selectFrom('calendar_part').selectAll().execute(),
  ]
  const before = await stored()

  const reply = messageOf(await run())

  expect(reply).toContain(message)
  expect(await stored()).toEqual(before)
})

test('a file in Shift_JIS with full-width figures is read as the same', async () => {
  const header = 'ric,name,localName,kana,shortNames,topix500,lotSize,closePrice'
  // 7203.T with トヨタ in Windows-31J, and its close in full-width figures.
  const file = Buffer.concat([
    Buffer.from(`${header}\r\n7203.T,Toyota Motor,`),
    Buffer.from([0x83, 0x67, 0x83, 0x88, 0x83, 0x5e]),
    Buffer.from(',,,y,100,'),
    Buffer.from([0x82, 0x51, 0x82, 0x58, 0x82, 0x4f, 0x82, 0x54, 0x81, 0x44, 0x82, 0x54]),
    Buffer.from('\r\n'),
  ])

  const preview = await does('equities import', { file: encoded(file), dryRun: true })

  if (!('result' in preview)) throw new Error(preview.refusal.message)
  expect(preview.result).toMatchObject({
    changed: [expect.objectContaining({ ric: '7203.T', localName: ['トヨタ自動車', 'トヨタ'] })],
    concerns: [{ code: 'SECURITIES_DROPPED', variables: { removed: 450, before: 451 } }],
  })
  expect((preview.result as { changed: object[] }).changed[0]).not.toHaveProperty('closePrice')
})

test('a command of another version of aitai is refused by its name or its arguments', () => {
  expect(invalidCommand('firm list', {})).toBeNull()
  expect(invalidCommand('firm sell', {})).toMatchObject({ refusal: { code: 'UNKNOWN' } })
  expect(invalidCommand('toString', {})).toMatchObject({ refusal: { code: 'UNKNOWN' } })
  for (const args of [null, {}, { name: 1 }, { name: 'Alder', colour: 'green' }])
    expect(invalidCommand('firm add', args)).toMatchObject({ refusal: { code: 'INVALID' } })
})
