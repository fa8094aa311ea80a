import { operatorFileBytes } from '@aitai/contract/routes/route.ts'
import type {
  EquityImport,
  HolidayImport,
  HoursChange,
  OperationsEquities,
  OperationsHolidays,
  OperationsHours,
  OperationsVenue,
} from '@aitai/contract/schemas/console/reference-data.ts'
import { expect, test } from 'vitest'
import { operatorName } from '../../support/operator.ts'
import { shippedEquitiesCsv } from '../../support/reference-admin.ts'
import type { TestUser } from '../../support/test-user.ts'
import { base64, eventsOf, expectSameEvents, reason, startConsole } from './console-fixtures.ts'

const jpx = { env: { CALENDAR: 'jpx' } } as const
const zone = 'Asia/Tokyo'

const equities = (person: TestUser) => person.callsOk<OperationsEquities>('/operations/reference/equities')
const importing = (person: TestUser, body: object) =>
  person.callsOk<EquityImport>('/operations/reference/equities/import', { body })

/** The shipped file with another close of Toyota, without Sony, and with a new security. */
const changedCsv = `${shippedEquitiesCsv
  .replace('2905.5', '2950')
  .split('\n')
  .filter((line) => !line.startsWith('6758.T'))
  .join('\n')}9999.T,New Trust,新しい投信,シントウシン,,,n,10,1500,\n`

test('a preview names what is added, changed and gone, and changes nothing', async () => {
  const { desk, operations } = await startConsole(['operations'], jpx)
  const before = await equities(operations)

  const events = await eventsOf(desk, async () => {
    expect(await importing(operations, { file: base64(changedCsv), dryRun: true })).toMatchObject({
      added: [{ ric: '9999.T', name: 'New Trust', localName: '新しい投信' }],
      changed: [
        {
          ric: '7203.T',
          name: 'Toyota Motor',
          columns: [{ column: 'closePrice', before: 2_905.5, after: 2_950 }],
        },
      ],
      removed: [{ ric: '6758.T', localName: 'ソニーグループ' }],
      applied: false,
      concerns: [],
    })
  })
  expect(events).toEqual([])
  expect(await equities(operations)).toEqual(before)
  expect(before).toEqual({ listed: 451, removed: 0, lastImport: null })
})

test('an import leaves the audit event of the command, and is named as the last one', async () => {
  const { desk, operations, operator } = await startConsole(['operations'], jpx)
  const importsBoth = (run: (file: string) => Promise<unknown>) =>
    eventsOf(desk, async () => {
      await run(base64(changedCsv))
      await run(base64(shippedEquitiesCsv))
    })
  const ofCommand = await importsBoth((file) => operator.runs('equities import', { file, reason }))
  expect((await equities(operations)).lastImport).toMatchObject({ by: operatorName, isUser: false, reason })
  const ofConsole = await importsBoth((file) => importing(operations, { file, reason }))

  await expectSameEvents(desk, operations, ofCommand, ofConsole)
  expect((await equities(operations)).lastImport).toMatchObject({
    by: 'operations Desk',
    isUser: true,
    reason,
  })
})

test('a likely mistake is refused unless it is confirmed, with the words of the command', async () => {
  const { operations, operator } = await startConsole(['operations'], jpx)
  const file = base64(shippedEquitiesCsv.split('\n').slice(0, 300).join('\n'))
  const refusal = await operator.isRefused('equities import', { file, reason })
  const path = '/operations/reference/equities/import'

  expect((await importing(operations, { file, dryRun: true })).concerns).toHaveLength(1)
  expect(await operations.isRefused(path, { body: { file, reason } })).toMatchObject({
    status: 409,
    errorCode: 'EQUITIES_UNMEANT',
    message: refusal.message,
  })
  expect(await equities(operations)).toMatchObject({ listed: 451 })
  expect(await importing(operations, { file, reason, yes: true })).toMatchObject({ applied: true })
  expect(await equities(operations)).toMatchObject({ listed: 299, removed: 152 })
})

test.each([
  ['a line that is wrong', base64('ric,name\n7203.T'), 409, 'EQUITIES_INVALID'],
  ['another encoding', Buffer.from([0xff, 0x80, 0x81]).toString('base64'), 409, 'EQUITIES_INVALID'],
  ['nothing', '', 409, 'EQUITIES_INVALID'],
  ['no base64', 'ric,name', 400, 'INVALID'],
  ['a file that is too large', base64('x'.repeat(operatorFileBytes + 1)), 413, 'TOO_LARGE'],
  ['a body that is too large', base64('x'.repeat(3 * operatorFileBytes)), 413, 'TOO_LARGE'],
])('%s is refused, and changes nothing', async (_, file, status, errorCode) => {
  const { desk, operations } = await startConsole(['operations'], jpx)
  const before = [await equities(operations)]

  const events = await eventsOf(desk, async () => {
    for (const dryRun of [true, false])
      expect(
        await operations.isRefused('/operations/reference/equities/import', {
          body: { file, dryRun, reason },
        }),
      ).toMatchObject({ status, errorCode })
  })
  expect(events).toEqual([])
  expect([await equities(operations)]).toEqual(before)
})

test('of many wrong lines the first are named, with how many more there are, by the console and the command', async () => {
  const { operations, operator } = await startConsole(['operations'], jpx)
  const [header] = shippedEquitiesCsv.split('\n')
  const cells = ','.repeat((header?.split(',').length ?? 1) - 1)
  const file = base64(`${header}\n${`A${cells}\n`.repeat(150)}`)
  const command = await operator.isRefused('equities import', { file, reason })
  const body = { file, dryRun: true }
  const refusal = await operations.isRefused('/operations/reference/equities/import', { body })

  expect(refusal).toMatchObject({ status: 409, errorCode: 'EQUITIES_INVALID', message: command.message })
  expect(refusal.remarks).toHaveLength(101)
  expect(refusal.remarks?.at(-1)).toEqual({ code: 'MORE_PROBLEMS', variables: { more: 50 } })
  expect(command.message).toMatch(/\nand 50 more$/)
})

test('holidays: the preview, the event of the command, and the list that it leaves', async () => {
  const { desk, operations, operator } = await startConsole(['operations'], jpx)
  const path = '/operations/reference/holidays/import'
  const listed = () => operations.callsOk<OperationsHolidays>('/operations/reference/holidays')
  const { csv, source } = await listed()
  const longer = base64(`${csv.trimEnd()}\n2031-05-07,Extra holiday,臨時休業日\n`)
  expect(source).toBe('shipped')

  const preview = await operations.callsOk<HolidayImport>(path, { body: { file: longer, dryRun: true } })
  expect(preview).toMatchObject({
    added: [{ date: '2031-05-07', weekday: 'Wed', localName: '臨時休業日' }],
    removed: [],
    applied: false,
  })
  expect(preview.sessions.before).toEqual(preview.sessions.after)
  expect(preview.sessions.before).toHaveLength(10)
  const both = (run: (file: string) => Promise<unknown>) =>
    eventsOf(desk, async () => {
      await run(longer)
      await run(base64(csv))
    })
  const ofCommand = await both((file) => operator.runs('holidays import', { file, zone, reason, yes: true }))
  const ofConsole = await both((file) => operations.callsOk(path, { body: { file, reason, yes: true } }))
  await expectSameEvents(desk, operations, ofCommand, ofConsole)
  expect(await listed()).toMatchObject({ source: 'imported', csv, lastImport: { by: 'operations Desk' } })

  for (const [file, errorCode] of [
    [base64('date,name\nnever,Nothing\n'), 'HOLIDAYS_INVALID'],
    [base64('date,name\n2027-01-01,New Year\n'), 'HOLIDAYS_UNMEANT'],
  ])
    expect(await operations.isRefused(path, { body: { file, reason } })).toMatchObject({
      status: 409,
      errorCode,
    })
  // A reason is needed, as by command.
  expect(await operations.isRefused(path, { body: { file: longer } })).toMatchObject({
    status: 400,
    field: 'reason',
  })
})

test('hours: the preview changes nothing, the change leaves the event of the command', async () => {
  const { desk, operations, operator } = await startConsole(['operations'], jpx)
  const path = '/operations/reference/hours/set'
  const hours = () => operations.callsOk<OperationsHours>('/operations/reference/hours')
  const before = await hours()
  const longer = { of: 'ALL', platform: '22:00 to 10:00' } as const

  const preview = await operations.callsOk<HoursChange>(path, { body: longer })
  expect(preview).toMatchObject({
    applied: false,
    exchanges: [{ exchange: 'XTKS', changed: ['platform'] }, {}, {}, {}],
  })
  expect(await hours()).toEqual(before)
  const restored = { of: 'ALL', platform: before.exchanges[0]?.hours.platform ?? '' } as const
  const both = (run: (change: typeof longer | typeof restored) => Promise<unknown>) =>
    eventsOf(desk, async () => {
      await run(longer)
      await run(restored)
    })
  const ofCommand = await both((change) => operator.runs('hours set', { ...change, zone, yes: true, reason }))
  const ofConsole = await both((change) =>
    operations.callsOk(path, { body: { ...change, yes: true, reason } }),
  )
  await expectSameEvents(desk, operations, ofCommand, ofConsole)

  for (const wrong of [
    { of: 'ALL' },
    { of: 'XTKS', matching: '25:00 to 26:00' },
    { of: 'XTKS', matching: '00:00 to 12:00' },
  ])
    expect(await operations.isRefused(path, { body: { ...wrong, yes: true, reason } })).toMatchObject({
      status: 409,
      errorCode: 'HOURS_INVALID',
    })
  expect(await operations.isRefused(path, { body: { ...longer, yes: true } })).toMatchObject({ status: 400 })
  expect(await hours()).toMatchObject({ exchanges: before.exchanges })
})

test('venue settings: scheduled from a day on, cancelled, and refused as by command', async () => {
  const { desk, operations, operator } = await startConsole(['operations'], jpx)
  const venue = () => operations.callsOk<OperationsVenue>('/operations/reference/venue')
  const set = (body: object) => ({
    path: '/operations/reference/venue/set',
    sent: { body: { reason, ...body } },
  })
  const cancel = '/operations/reference/venue/cancel'
  const before = await venue()
  expect(before).toMatchObject({ today: '2026-11-18', next: '2026-11-19', scheduled: [] })
  const change = { values: { declineCooldownMs: '20 min' }, from: '2026-11-20' }

  const ofCommand = await eventsOf(desk, async () => {
    await operator.runs('venue set', { ...change, reason })
    await operator.runs('venue schedule', { cancel: '2026-11-20', reason })
  })
  const ofConsole = await eventsOf(desk, async () => {
    const { path, sent } = set(change)
    expect(await operations.callsOk(path, sent)).toMatchObject({
      from: '2026-11-20',
      changes: [{ name: 'declineCooldownMs', after: '20 min' }],
      scheduled: [{ from: '2026-11-20' }],
    })
    expect((await venue()).scheduled).toHaveLength(1)
    await operations.callsOk(cancel, { body: { day: '2026-11-20', reason } })
  })
  await expectSameEvents(desk, operations, ofCommand, ofConsole)
  expect(await venue()).toEqual(before)

  for (const wrong of [
    { values: {} },
    { values: { noSuchSetting: '1' } },
    { values: { declineCooldownMs: 'soon' } },
    { values: { declineCooldownMs: '20 min' }, from: '2026-11-18' },
    // A Sunday.
    { values: { declineCooldownMs: '20 min' }, from: '2026-11-22' },
  ]) {
    const { path, sent } = set(wrong)
    expect(await operations.isRefused(path, sent)).toMatchObject({ status: 409, errorCode: 'VENUE_INVALID' })
  }
  expect(await operations.isRefused(cancel, { body: { day: '2026-11-20', reason } })).toMatchObject({
    status: 409,
  })
  expect(await venue()).toEqual(before)
})

test('other grants look at reference data and change none', async () => {
  const { desk, support, compliance, administrator } = await startConsole([
    'support',
    'compliance',
    'administrator',
  ])
  const file = base64(shippedEquitiesCsv)
  const changes = [
    ['equities/import', { file, dryRun: true }],
    ['holidays/import', { file, dryRun: true }],
    ['hours/set', { of: 'ALL', platform: '22:00 to 10:00' }],
    ['venue/set', { values: { ratedEvents: '30' }, reason }],
    ['venue/cancel', { day: '2026-11-20', reason }],
  ] as const
  const events = await eventsOf(desk, async () => {
    for (const person of [support, compliance, administrator]) {
      for (const part of ['equities', 'holidays', 'hours', 'venue'])
        expect((await person.calls(`/operations/reference/${part}`)).status).toBe(200)
      for (const [path, body] of changes)
        expect(await person.isRefused(`/operations/reference/${path}`, { body })).toMatchObject({
          status: 403,
        })
    }
  })
  expect(events.map(({ action }) => action)).toEqual(Array.from({ length: 15 }, () => 'accessRefused'))
})
