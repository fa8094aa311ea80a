import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import { expect, test } from 'vitest'
import {
  changeHolidays,
  changeHours,
  hourMs,
  journalledReferences,
  referenceAuditEvents,
  refusalOf,
  resultOf,
  startTokyoServer,
  toyota,
} from '../support/reference-admin.ts'
import { startTestServer } from '../support/test-server.ts'
import { submissionBody } from '../support/test-user.ts'
import { until } from '../support/until.ts'

const endOf = ({ expiryDate }: Advert): string => new Date(expiryDate ?? 0).toISOString().slice(11, 16)

test('new hours apply to adverts sent from then on; existing ones keep their expiry', async () => {
  const desk = await startTokyoServer()
  const [alder, birch] = [await desk.trader('alder'), await desk.trader('birch')]
  const early = await alder.advertises('BUY', toyota, 10_000, { duration: 'END_OF_DAY' })
  const before = (await journalledReferences(desk)).length

  await resultOf(changeHours(desk, { platform: '23:00 to 09:00' }))
  const late = await birch.advertises('BUY', toyota, 10_000, { duration: 'END_OF_DAY' })

  expect([endOf(early), endOf(await alder.advert(early.id)), endOf(late)]).toEqual([
    '08:00',
    '08:00',
    '09:00',
  ])
  const changes = (await journalledReferences(desk)).slice(before)
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

test('a platform that closes earlier accepts nothing more, and its adverts expire as before', async () => {
  const desk = await startTokyoServer()
  const [alder, birch] = [await desk.trader('alder'), await desk.trader('birch')]
  const buy = await alder.advertises('BUY', toyota, 10_000, { duration: 'END_OF_DAY' })

  await resultOf(changeHours(desk, { platform: '23:00 to 07:30' }))
  desk.clock.advance(6.75 * hourMs)
  await Promise.all([alder.signsIn(), birch.signsIn()])

  const draft = await birch.drafts(toyota)
  const body = { ...submissionBody(draft), direction: 'SELL', shareQuantity: 10_000 }
  expect(await birch.isRefused('/advert/submit-advert', { body })).toMatchObject({ status: 409 })
  expect((await alder.advert(buy.id)).advertisementStatus).not.toBe('DEAD')
  desk.clock.advance(0.25 * hourMs)
  await until('its end', async () => (await alder.advert(buy.id)).advertisementStatus === 'DEAD')
})

test('changed hours survive a restart, and the engine gets them once', async () => {
  const desk = await startTokyoServer()
  await resultOf(changeHours(desk, { of: 'XNGO', platform: '23:00 to 09:00', afterHours: 'none' }))
  const before = await journalledReferences(desk)
  await desk.restart()

  expect(await journalledReferences(desk)).toHaveLength(before.length)
  const kept = await desk.app.market.read(({ calendar }) => calendar.hours)
  expect(kept.XNGO).toMatchObject({ platform: [{ from: 1_380, to: 540 }], afterHours: [] })
  expect(kept.XTKS).toMatchObject({ platform: [{ from: 1_380, to: 480 }] })
})

test('a change of hours records who, why and what; a dry run, a refusal and an empty change record nothing', async () => {
  const desk = await startTokyoServer()
  const shown = await resultOf<{ applied: boolean }>(
    changeHours(desk, { platform: '23:00 to 09:00', yes: false }),
  )
  const same = await resultOf<{ applied: boolean }>(changeHours(desk, { platform: '23:00 to 08:00' }))
  const noReason = await refusalOf(changeHours(desk, { platform: '23:00 to 09:00', reason: ' ' }))
  const impossible = await refusalOf(changeHours(desk, { platform: '23:00 to 05:00' }))

  expect([shown.applied, same.applied]).toEqual([false, false])
  expect(noReason.code).toBe('INVALID')
  expect(impossible.message).toBe('XTKS: matching hours outside platform hours: at 05:00 UTC.')
  expect(await referenceAuditEvents(desk)).toEqual([])

  await resultOf(changeHours(desk, { of: 'XTKS', platform: '23:00 to 09:00' }))
  expect(await referenceAuditEvents(desk)).toEqual([
    {
      actor: 'staff:a test',
      action: 'hoursSet',
      subject: 'XTKS',
      outcome: 'DONE',
      reason: 'a test of hours',
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

test('a day that becomes a holiday closes the platform at once, if that is confirmed', async () => {
  const desk = await startTokyoServer()
  const alder = await desk.trader('alder')
  const today = (csv: string): string => `${csv}2026/11/18,Mourning,\n`

  const doubted = await refusalOf(changeHolidays(desk, today))
  expect(doubted.message).toContain('Today, 2026-11-18, becomes a holiday: the platform closes at once.')
  await alder.advertises('BUY', toyota, 10_000)
  const result = await resultOf<{ sessions: { before: { date: string }[]; after: { date: string }[] } }>(
    changeHolidays(desk, today, { yes: true }),
  )

  const draft = await alder.drafts('6758.T')
  const body = { ...submissionBody(draft), direction: 'BUY', shareQuantity: 10_000 }
  expect(await alder.isRefused('/advert/submit-advert', { body })).toMatchObject({ status: 409 })
  expect(result.sessions.before[0]?.date).toBe('2026-11-18')
  expect(result.sessions.after[0]?.date).toBe('2026-11-19')
  expect(await referenceAuditEvents(desk)).toMatchObject([
    { action: 'holidaysImported', reason: 'the new list', details: { added: 1, removed: 0, meant: true } },
  ])
})

test('importing the same holidays changes nothing, and a name alone does not reach the engine', async () => {
  const desk = await startTokyoServer()
  const before = await journalledReferences(desk)
  const same = await resultOf<{ applied: boolean }>(changeHolidays(desk, (csv) => csv))
  const renamed = await resultOf<{ applied: boolean; renamed: unknown }>(
    changeHolidays(desk, (csv) => csv.replaceAll('Marine Day', 'Day of the Sea')),
  )

  expect(same).toMatchObject({ applied: false, added: [], removed: [], unchanged: 104 })
  expect(renamed).toMatchObject({ applied: true, added: [], removed: [] })
  expect(renamed.renamed).toHaveLength(5)
  expect(await journalledReferences(desk)).toEqual(before)
})

test('a list that drops more than a tenth of the future holidays requires confirmation', async () => {
  const desk = await startTokyoServer()
  const oneYear = (csv: string): string => csv.replace(/^20(26|28|29|30).*\n/gm, '')
  const from2027 = (csv: string): string => csv.replace(/^2026-0.*\n/gm, '')

  const doubted = await refusalOf(changeHolidays(desk, oneYear))
  const past = await resultOf<{ applied: boolean }>(changeHolidays(desk, from2027))

  expect(doubted.message).toMatch(/^The file drops \d+ of \d+ holidays to come, more than a tenth\./)
  // Past days may be dropped.
  expect(past.applied).toBe(true)
})

test('a venue that never closes is warned that holidays do not count, and continues', async () => {
  const desk = await startTestServer()
  const result = await resultOf<{ warnings: object[] }>(
    changeHolidays(desk, (csv) => `${csv}2026-11-18,Mourning,\n`, { yes: true }),
  )
  const calendar = await desk.app.market.read((state) => state.calendar)

  expect(result.warnings).toEqual([{ code: 'OTHER_CALENDAR', variables: { calendar: 'always-open' } }])
  expect(calendar).toMatchObject({ name: 'always-open', holidays: [] })
})
