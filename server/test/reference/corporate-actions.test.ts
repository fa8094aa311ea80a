import type { Equity, PastBars } from '@aitai/contract/schemas/reference.ts'
import { expect, test } from 'vitest'
import { storeBars } from '../../src/quotes/bars/bar-table.ts'
import { prepareRestoreOf } from '../support/csv-uploads.ts'
import {
  hourMs,
  importEquitiesCsv,
  refusalOf,
  resultOf,
  shippedEquitiesCsv,
  startTokyoServer,
  toyota,
} from '../support/reference-admin.ts'
import { submissionBody } from '../support/test-user.ts'
import { until } from '../support/until.ts'

/** The shipped list with these columns, which only Toyota's row fills. */
function withColumns(columns: string, cells: string, close = '2905.5'): string {
  const commas = ','.repeat(columns.split(',').length)
  return shippedEquitiesCsv
    .trimEnd()
    .split('\n')
    .map((line, i) => {
      if (i === 0) return `${line},${columns}`
      return line.startsWith('7203.T') ? `${line.replace('2905.5', close)},${cells}` : line + commas
    })
    .join('\n')
}

const split = withColumns('ratio,ratioFrom', '5,2026-11-19', '581.1')

// rule: 26.1
test('a stated ratio needs no confirmation, is stored once, and is sent with the security', async () => {
  const desk = await startTokyoServer()
  const unstated = shippedEquitiesCsv.replace('2905.5', '581.1')

  expect(await refusalOf(importEquitiesCsv(desk, unstated))).toMatchObject({
    message: expect.stringContaining('a split or consolidation missing from the file'),
  })
  expect(await resultOf(importEquitiesCsv(desk, split))).toMatchObject({
    applied: true,
    ratios: [{ ric: toyota, ratio: '5/1', from: '2026-11-19' }],
  })
  expect(await resultOf(importEquitiesCsv(desk, split))).toMatchObject({ applied: false, ratios: [] })
  const equities = await (await desk.trader('alder')).callsOk<Equity[]>('/equity/get-equities')
  expect(equities.filter(({ ratios }) => ratios).map(({ ric, ratios }) => [ric, ratios])).toEqual([
    [toyota, [{ day: '2026-11-19', newShares: 5, oldShares: 1 }]],
  ])
})

test('an IOI of the day before a split is restored in new shares; without the ratio both closes are named', async () => {
  const desk = await startTokyoServer()
  const alder = await (await desk.trader('alder')).connects()
  const sent = await alder.advertises('BUY', toyota, 10_000)
  expect(sent.closePrice).toBe(2_905.5)
  desk.clock.advance(9 * hourMs)
  await resultOf(importEquitiesCsv(desk, shippedEquitiesCsv.replace('2905.5', '581.1'), { yes: true }))
  desk.clock.advance(15 * hourMs)
  await alder.signsIn()
  const stored = sent

  expect(await prepareRestoreOf(alder, [stored])).toMatchObject([
    { status: 'ERROR', errorCode: 'RESTORE-ERR-06', errorMap: { closeThen: 2_905.5, closeNow: 581.1 } },
  ])
  await resultOf(importEquitiesCsv(desk, split))
  expect(await prepareRestoreOf(alder, [stored])).toMatchObject([
    {
      status: 'OK',
      advertisement: { shareQuantity: 50_000 },
      adjusted: { newShares: 5, oldShares: 1, shareQuantity: 10_000 },
    },
  ])
})

test('a security keeps its id when its code changes', async () => {
  const desk = await startTokyoServer()
  const alder = await desk.trader('alder')
  const idOf = async (ric: string) =>
    (await alder.callsOk<Equity[]>('/equity/get-equities')).find((each) => each.ric === ric)?.equityId
  const before = await idOf(toyota)
  const renamed = withColumns('formerRic', '7203.T').replace('7203.T,', '7204.T,')

  expect(await resultOf(importEquitiesCsv(desk, renamed))).toMatchObject({ added: [], removed: [] })
  expect(await idOf('7204.T')).toBe(before)
  expect(await idOf(toyota)).toBeUndefined()
  const both = `${renamed}\n${withColumns('formerRic', '').split('\n')[1] ?? ''}`
  await resultOf(importEquitiesCsv(desk, both))
  expect(await idOf(toyota)).not.toBe(before)
})

test('a security that a file delists ends its IOIs with a market error, and they stay in the history', async () => {
  const desk = await startTokyoServer()
  const alder = await (await desk.trader('alder')).connects()
  const sent = await alder.advertises('BUY', toyota, 10_000)
  const file = withColumns('delisted', 'y')

  expect(await resultOf(importEquitiesCsv(desk, file))).toMatchObject({ delisted: [toyota] })
  await until('the IOI has ended', async () => {
    const { causeOfDeath, errorCode } = await alder.advert(sent.id)
    return causeOfDeath === 'INACTIVE_MARKET' && errorCode === 'MARKET-ERROR-004'
  })
  expect(await alder.advert(sent.id)).toMatchObject({ securityName: expect.stringContaining(toyota) })
  const body = submissionBody(await alder.advert(sent.id))
  expect(await alder.isRefused('/advert/submit-advert', { body })).toMatchObject({ status: 404 })
  expect(await resultOf(importEquitiesCsv(desk, file))).toMatchObject({ applied: false })
})

test.each([
  ['5,', 'needs ratioFrom'],
  ['x,2026-11-19', 'is not new shares for old'],
  ['0,2026-11-19', 'is not new shares for old'],
  ['5,2026-13-01', 'needs ratioFrom'],
])('the ratio %s is refused', async (cells, why) => {
  const desk = await startTokyoServer()

  expect(await refusalOf(importEquitiesCsv(desk, withColumns('ratio,ratioFrom', cells)))).toMatchObject({
    code: 'EQUITIES_INVALID',
    message: expect.stringContaining(why),
  })
})

// rule: 26.3
test('minutes of a day before a ratio are shown in new shares', async () => {
  const desk = await startTokyoServer()
  const alder = await desk.trader('alder')
  const day = '2026-11-17'
  const { securityId } = await alder.drafts(toyota)
  const bars = () => alder.callsOk<{ bars: Record<string, unknown> }>(`/status/get-bars/${securityId}/${day}`)
  const pastDays = () =>
    alder.callsOk<PastBars>(`/status/get-past-bars/${securityId}/today`).then(({ days }) => days)
  const at = Date.parse(`${day}T01:00:00Z`)
  const prices = { open: 29_000_000, high: 29_500_000, low: 28_900_000, close: 29_055_000, vwap: 29_100_000 }
  const bar = { securityId, at, ...prices, volume: 1_000, mid: null, dayVolume: 1_000 }
  await storeBars(desk.app.database, [bar])
  const before = await bars()
  await resultOf(importEquitiesCsv(desk, withColumns('ratio,ratioFrom', '5,2026-11-18', '581.1')))
  const after = await bars()

  expect(before.bars).toMatchObject({ close: [2_905.5], volume: [1_000] })
  expect(after.bars).toMatchObject({ open: [580], close: [581.1], vwap: [582], mid: [null], volume: [5_000] })
  expect((await pastDays()).at(-1)).toMatchObject({
    day,
    bars: { at: [at], close: [581.1], volume: [5_000] },
  })
})
