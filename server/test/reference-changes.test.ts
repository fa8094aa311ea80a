import { readFileSync } from 'node:fs'
import type { Advert } from '@aitai/contract/adverts.ts'
import type { Command } from '@aitai/engine/commands.ts'
import type { Reference } from '@aitai/engine/reference.ts'
import { expect, test } from 'vitest'
import { importEquities } from '../src/office/equities.ts'
import { importHolidays, listHolidays } from '../src/office/holidays.ts'
import { setHours } from '../src/office/hours.ts'
import type { OfficeAnswer } from '../src/office/office.ts'
import { type Desk, startDesk } from './desk.ts'
import { submission } from './person.ts'
import { until } from './until.ts'

const shipped = readFileSync(new URL('../data/equities.csv', import.meta.url), 'utf8')
const hourMs = 3_600_000
const toyota = '7203.T'
const zone = 'Asia/Tokyo'

/** 10:00 in Tokyo on Wednesday 18 November 2026, at a venue that keeps the hours of the exchange. */
const tokyoDesk = (): Promise<Desk> => startDesk({ env: { CALENDAR: 'jpx' } })

const base64 = (text: string): string => Buffer.from(text).toString('base64')

async function done<T>(answer: Promise<OfficeAnswer>): Promise<T> {
  const given = await answer
  if ('refusal' in given) throw new Error(given.refusal.message)
  return given.result as T
}

async function refusal(answer: Promise<OfficeAnswer>): Promise<{ code: string; message: string }> {
  const given = await answer
  return 'refusal' in given ? given.refusal : expect.unreachable('it was done')
}

const equities = (desk: Desk, text: string, more = {}) =>
  importEquities(desk.office, { file: base64(text), ...more })
const hours = (desk: Desk, more: object) =>
  setHours(desk.office, { of: 'ALL', zone, yes: true, reason: 'a test of hours', ...more })

async function holidays(desk: Desk, change: (csv: string) => string, more = {}) {
  const { csv } = await done<{ csv: string }>(listHolidays(desk.office))
  return importHolidays(desk.office, { file: base64(change(csv)), zone, reason: 'the new list', ...more })
}

const deeds = async (desk: Desk) =>
  (await desk.app.database.selectFrom('audit').selectAll().orderBy('seq').execute())
    .map(({ actor, action, subject, reason, details }) => ({
      ...{ actor, action, subject, reason, details: JSON.parse(details) as unknown },
    }))
    .filter(({ action }) => ['equitiesImported', 'holidaysImported', 'hoursSet'].includes(action))

/** What the engine was told of reference data, newest last. */
async function told(desk: Desk): Promise<Reference[]> {
  const rows = await desk.app.database.selectFrom('journal').select('command').orderBy('seq').execute()
  return rows
    .map(({ command }) => JSON.parse(command) as Command)
    .flatMap((command) => (command.type === 'changeReference' ? [command.reference] : []))
}

const endOf = ({ expiryDate }: Advert): string => new Date(expiryDate ?? 0).toISOString().slice(11, 16)

test('new hours count for what is sent from then on; what was sent keeps the end it was given', async () => {
  const desk = await tokyoDesk()
  const [alder, birch] = [await desk.trader('alder'), await desk.trader('birch')]
  const early = await alder.advertises('BUY', toyota, 10_000, { duration: 'END_OF_DAY' })
  const before = (await told(desk)).length

  await done(hours(desk, { platform: '23:00 to 09:00' }))
  const late = await birch.advertises('BUY', toyota, 10_000, { duration: 'END_OF_DAY' })

  expect([endOf(early), endOf(await alder.advert(early.id)), endOf(late)]).toEqual([
    '08:00',
    '08:00',
    '09:00',
  ])
  const changes = (await told(desk)).slice(before)
  expect(changes.map((each) => Object.keys(each))).toEqual([['calendar']])

  desk.clock.advance(7 * hourMs)
  await Promise.all([alder.signsIn(), birch.signsIn()])
  const ended = await until('the end of the early advert', async () => {
    const advert = await alder.advert(early.id)
    return advert.advertisementStatus === 'DEAD' && advert
  })
  expect(ended.id).toBe(early.id)
  expect((await birch.advert(late.id)).advertisementStatus).not.toBe('DEAD')
})

test('a platform that closes earlier than before takes nothing more, and its adverts end when they were to', async () => {
  const desk = await tokyoDesk()
  const [alder, birch] = [await desk.trader('alder'), await desk.trader('birch')]
  const buy = await alder.advertises('BUY', toyota, 10_000, { duration: 'END_OF_DAY' })

  await done(hours(desk, { platform: '23:00 to 07:30' }))
  desk.clock.advance(6.75 * hourMs)
  await Promise.all([alder.signsIn(), birch.signsIn()])

  const draft = await birch.drafts(toyota)
  const body = { ...submission(draft), direction: 'SELL', shareQuantity: 10_000 }
  expect(await birch.isRefused('/advert/submit-advert', { body })).toMatchObject({ status: 409 })
  expect((await alder.advert(buy.id)).advertisementStatus).not.toBe('DEAD')
  desk.clock.advance(0.25 * hourMs)
  await until('its end', async () => (await alder.advert(buy.id)).advertisementStatus === 'DEAD')
})

test('hours that were set outlive a restart, and are told to the engine once', async () => {
  const desk = await tokyoDesk()
  await done(hours(desk, { of: 'XNGO', platform: '23:00 to 09:00', afterHours: 'none' }))
  const before = await told(desk)
  await desk.restart()

  expect(await told(desk)).toHaveLength(before.length)
  const kept = await desk.app.matchmaking.read(({ calendar }) => calendar.hours)
  expect(kept.XNGO).toMatchObject({ platform: [{ from: 1_380, to: 540 }], afterHours: [] })
  expect(kept.XTKS).toMatchObject({ platform: [{ from: 1_380, to: 480 }] })
})

test('a change of hours says who, why and what; one that is only shown, or refused, or none, leaves nothing', async () => {
  const desk = await tokyoDesk()
  const shown = await done<{ applied: boolean }>(hours(desk, { platform: '23:00 to 09:00', yes: false }))
  const same = await done<{ applied: boolean }>(hours(desk, { platform: '23:00 to 08:00' }))
  const noReason = await refusal(hours(desk, { platform: '23:00 to 09:00', reason: ' ' }))
  const impossible = await refusal(hours(desk, { platform: '23:00 to 05:00' }))

  expect([shown.applied, same.applied]).toEqual([false, false])
  expect(noReason.code).toBe('INVALID')
  expect(impossible.message).toBe('XTKS: matching hours outside platform hours: at 05:00 UTC.')
  expect(await deeds(desk)).toEqual([])

  await done(hours(desk, { of: 'XTKS', platform: '23:00 to 09:00' }))
  expect(await deeds(desk)).toEqual([
    {
      ...{ actor: 'staff:a test', action: 'hoursSet', subject: 'XTKS', reason: 'a test of hours' },
      details: {
        changes: [
          expect.objectContaining({
            exchange: 'XTKS',
            before: expect.objectContaining({ platform: '23:00 to 08:00' }),
            after: expect.objectContaining({ platform: '23:00 to 09:00' }),
          }),
        ],
      },
    },
  ])
})

test('a day that becomes a holiday closes the platform at once, if that is meant', async () => {
  const desk = await tokyoDesk()
  const alder = await desk.trader('alder')
  const today = (csv: string): string => `${csv}2026/11/18,Mourning,\n`

  const doubted = await refusal(holidays(desk, today))
  expect(doubted.message).toContain('Today, 2026-11-18, becomes a holiday: the platform closes at once.')
  await alder.advertises('BUY', toyota, 10_000)
  const result = await done<{ sessions: { before: { date: string }[]; after: { date: string }[] } }>(
    holidays(desk, today, { yes: true }),
  )

  const draft = await alder.drafts('6758.T')
  const body = { ...submission(draft), direction: 'BUY', shareQuantity: 10_000 }
  expect(await alder.isRefused('/advert/submit-advert', { body })).toMatchObject({ status: 409 })
  expect(result.sessions.before[0]?.date).toBe('2026-11-18')
  expect(result.sessions.after[0]?.date).toBe('2026-11-19')
  expect(await deeds(desk)).toMatchObject([
    { action: 'holidaysImported', reason: 'the new list', details: { added: 1, removed: 0, meant: true } },
  ])
})

test('the same holidays again change nothing, and a name alone leaves the engine in peace', async () => {
  const desk = await tokyoDesk()
  const before = await told(desk)
  const same = await done<{ applied: boolean }>(holidays(desk, (csv) => csv))
  const renamed = await done<{ applied: boolean; renamed: unknown }>(
    holidays(desk, (csv) => csv.replaceAll('Marine Day', 'Day of the Sea')),
  )

  expect(same).toMatchObject({ applied: false, added: [], removed: [], unchanged: 104 })
  expect(renamed).toMatchObject({ applied: true, added: [], removed: [] })
  expect(renamed.renamed).toHaveLength(5)
  expect(await told(desk)).toEqual(before)
})

test('a list that drops more than a tenth of the holidays to come is taken only if it is meant', async () => {
  const desk = await tokyoDesk()
  const oneYear = (csv: string): string => csv.replace(/^20(26|28|29|30).*\n/gm, '')
  const from2027 = (csv: string): string => csv.replace(/^2026-0.*\n/gm, '')

  const doubted = await refusal(holidays(desk, oneYear))
  const past = await done<{ applied: boolean }>(holidays(desk, from2027))

  expect(doubted.message).toMatch(/^The file drops \d+ of \d+ holidays to come, more than a tenth\./)
  // What is over may go.
  expect(past.applied).toBe(true)
})

test('a venue that never closes is told that holidays do not count, and goes on', async () => {
  const desk = await startDesk()
  const result = await done<{ warnings: string[] }>(
    holidays(desk, (csv) => `${csv}2026-11-18,Mourning,\n`, { yes: true }),
  )
  const calendar = await desk.app.matchmaking.read((state) => state.calendar)

  expect(result.warnings).toEqual([expect.stringContaining('CALENDAR=always-open')])
  expect(calendar).toMatchObject({ name: 'always-open', holidays: [] })
})

test('new closes are journalled with their limits, and in trading hours the operator is told', async () => {
  const desk = await tokyoDesk()
  const inHours = await done<{ warnings: string[] }>(equities(desk, shipped.replace('2905.5', '2950')))
  desk.clock.advance(8 * hourMs)
  const after = await done<{ warnings: string[] }>(equities(desk, shipped, { reason: 'the close of today' }))

  expect(inHours.warnings).toEqual([expect.stringContaining('The exchange trades just now')])
  expect(after.warnings).toEqual([])
  expect((await told(desk)).slice(-2)).toMatchObject([
    { securities: [{ ric: toyota, closePrice: 29_500_000, minPrice: 24_500_000, maxPrice: 34_500_000 }] },
    { securities: [{ ric: toyota, closePrice: 29_055_000 }] },
  ])
  expect(await deeds(desk)).toMatchObject([
    { action: 'equitiesImported', reason: '', details: { changed: 1, total: 451, meant: false } },
    {
      reason: 'the close of today',
      details: { sha256: expect.stringMatching(/^[0-9a-f]{64}$/), added: 0, removed: 0, moved: 0 },
    },
  ])
})

test('limits that the exchange published hold for their day, and the next file has those of its close', async () => {
  const desk = await tokyoDesk()
  const lines = shipped.trimEnd().split('\n')
  const wide = lines
    .map((line, place) =>
      place === 0 ? `${line},minPrice,maxPrice` : `${line},${place === 1 ? ',4906' : ','}`,
    )
    .join('\n')

  const shown = await done<{ changed: unknown[] }>(equities(desk, wide))
  const alder = await desk.trader('alder')
  const maxPrice = async () =>
    (await alder.asks<{ ric: string; maxPrice: number }[]>('/equity/get-equities')).find(
      ({ ric }) => ric === toyota,
    )?.maxPrice

  expect(shown.changed).toEqual([{ ric: toyota, maxPrice: [null, 4_906] }])
  expect(await maxPrice()).toBe(4_906)
  await done(equities(desk, shipped))
  expect(await maxPrice()).toBe(3_405.5)
})

test.each([
  [
    'a close that the close before could not have reached',
    '2905.5',
    '3406',
    'The close of 7203.T is outside',
  ],
  [
    'limits wider than the exchange makes them',
    'closePrice\n',
    'closePrice,minPrice,maxPrice\n',
    'further than',
  ],
])('%s is taken only if it is meant', async (_, from, to, why) => {
  const desk = await tokyoDesk()
  const changed = shipped.replace(from, to)
  const text = to.includes('maxPrice')
    ? changed.replace(/^(7203.*)$/m, '$1,,5500').replace(/^(?!ric|7203)(.+)$/gm, '$1,,')
    : changed

  expect(await refusal(equities(desk, text))).toMatchObject({
    code: 'EQUITIES_UNMEANT',
    message: expect.stringContaining(why),
  })
  expect(await deeds(desk)).toEqual([])
  expect(await done(equities(desk, text, { yes: true }))).toMatchObject({ applied: true })
})

test('a security that is taken off the list is sent no more, and what was sent in it goes on to meet', async () => {
  const desk = await tokyoDesk()
  const [alder, birch] = [
    await (await desk.trader('alder')).listens(),
    await (await desk.trader('birch')).listens(),
  ]
  const securityId = desk.securityId(toyota)
  const waiting = await birch.drafts(toyota)
  const buy = await alder.advertises('BUY', toyota, 10_000)
  const sell = await birch.advertises('SELL', '6758.T', 10_000)
  const without = shipped.replace(/^7203\.T.*\n/m, '')

  const result = await done<{ warnings: string[] }>(equities(desk, without))
  // The same words whether there are adverts or not.
  expect(result.warnings.at(-1)).toContain('1 securities can no longer be advertised. Adverts')
  expect(await alder.asks('/advert/create-advert', { body: { securityId } })).toMatchObject({
    errorCode: 'SECURITY-NOT-FOUND',
  })
  const body = { ...submission(waiting), direction: 'SELL', shareQuantity: 10_000 }
  expect(await birch.isRefused('/advert/submit-advert', { body })).toMatchObject({ status: 404 })
  expect((await alder.advert(buy.id)).advertisementStatus).toBe('LIVE')
  expect((await birch.advert(sell.id)).advertisementStatus).toBe('LIVE')

  await done(equities(desk, shipped))
  await birch.asks('/advert/submit-advert', { body })
  expect((await alder.isLocated(buy.id)).direction).toBe('BUY')
})
