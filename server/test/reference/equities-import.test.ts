import type { Remark } from '@aitai/contract/routes/console/remarks.ts'
import { expect, test } from 'vitest'
import { csvOf, plainRow, prepareRestoreOf, uploadFile } from '../support/csv-uploads.ts'
import {
  hourMs,
  importEquitiesCsv,
  journalledReferences,
  referenceAuditEvents,
  refusalOf,
  resultOf,
  shippedEquitiesCsv,
  startTokyoServer,
  toyota,
} from '../support/reference-admin.ts'
import { submissionBody } from '../support/test-user.ts'
import { until } from '../support/until.ts'

test('new closes are journalled with their limits, and a warning is given in trading hours', async () => {
  const desk = await startTokyoServer()
  const inHours = await resultOf<{ warnings: Remark[] }>(
    importEquitiesCsv(desk, shippedEquitiesCsv.replace('2905.5', '2950')),
  )
  desk.clock.advance(8 * hourMs)
  const after = await resultOf<{ warnings: Remark[] }>(
    importEquitiesCsv(desk, shippedEquitiesCsv, { reason: 'the close of today' }),
  )

  expect(inHours.warnings).toMatchObject([{ code: 'TRADING_NOW', variables: { rics: toyota } }])
  expect(after.warnings).toEqual([])
  expect((await journalledReferences(desk)).slice(-2)).toMatchObject([
    { securities: [{ ric: toyota, closePrice: 29_500_000, minPrice: 24_500_000, maxPrice: 34_500_000 }] },
    { securities: [{ ric: toyota, closePrice: 29_055_000 }] },
  ])
  expect(await referenceAuditEvents(desk)).toMatchObject([
    { action: 'equitiesImported', reason: '', details: { changed: 1, total: 451, meant: false } },
    {
      reason: 'the close of today',
      details: { sha256: expect.stringMatching(/^[0-9a-f]{64}$/), added: 0, removed: 0, moved: 0 },
    },
  ])
})

test('published limits are valid for their day, and the next file has those of its close', async () => {
  const desk = await startTokyoServer()
  const lines = shippedEquitiesCsv.trimEnd().split('\n')
  const wide = lines
    .map((line, index) =>
      index === 0 ? `${line},minPrice,maxPrice` : `${line},${index === 1 ? ',4906' : ','}`,
    )
    .join('\n')

  const shown = await resultOf<{ changed: unknown[] }>(importEquitiesCsv(desk, wide))
  const alder = await desk.trader('alder')
  const maxPrice = async () =>
    (await alder.callsOk<{ ric: string; maxPrice: number }[]>('/equity/get-equities')).find(
      ({ ric }) => ric === toyota,
    )?.maxPrice

  expect(shown.changed).toEqual([{ ric: toyota, maxPrice: [null, 4_906] }])
  expect(await maxPrice()).toBe(4_906)
  await resultOf(importEquitiesCsv(desk, shippedEquitiesCsv))
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
    'averageDailyVolume\n',
    'averageDailyVolume,minPrice,maxPrice\n',
    'more than four times as wide as usual',
  ],
])('%s requires confirmation', async (_, from, to, why) => {
  const desk = await startTokyoServer()
  const changed = shippedEquitiesCsv.replace(from, to)
  const text = to.includes('maxPrice')
    ? changed.replace(/^(7203.*)$/m, '$1,,5500').replace(/^(?!ric|7203)(.+)$/gm, '$1,,')
    : changed

  expect(await refusalOf(importEquitiesCsv(desk, text))).toMatchObject({
    code: 'EQUITIES_UNMEANT',
    message: expect.stringContaining(why),
  })
  expect(await referenceAuditEvents(desk)).toEqual([])
  expect(await resultOf(importEquitiesCsv(desk, text, { yes: true }))).toMatchObject({ applied: true })
})

test('a file without average daily volumes is valid, and the securities then have none', async () => {
  const desk = await startTokyoServer()
  const alder = await desk.trader('alder')
  const volumes = async () =>
    (await alder.callsOk<{ averageDailyVolume?: number }[]>('/equity/get-equities')).map(
      (each) => each.averageDailyVolume,
    )
  expect((await volumes()).every((volume) => Number.isInteger(volume))).toBe(true)

  await resultOf(importEquitiesCsv(desk, shippedEquitiesCsv.replaceAll(/,[^,]+$/gm, '')))
  expect((await volumes()).every((volume) => volume === undefined)).toBe(true)
})

const withoutToyota = shippedEquitiesCsv.replace(/^7203\.T.*\n/m, '')

test('adverts in a delisted security can still match, and no new draft is created', async () => {
  const desk = await startTokyoServer()
  const [alder, birch] = [
    await (await desk.trader('alder')).connects(),
    await (await desk.trader('birch')).connects(),
  ]
  const sell = await birch.advertises('SELL', toyota, 10_000)
  await birch.callsOk(`/advert/pause-advert/${sell.id}`)
  const buy = await alder.advertises('BUY', toyota, 20_000)

  const { warnings } = await resultOf<{ warnings: Remark[] }>(importEquitiesCsv(desk, withoutToyota))
  // The same text whether there are adverts or not (docs/rules.md §15).
  expect(warnings.at(-1)).toEqual({ code: 'NOT_ADVERTISED', variables: { rics: toyota } })
  await birch.callsOk(`/advert/resume-advert/${sell.id}`)
  await alder.accepts(await alder.isLocated(buy.id))
  await birch.accepts(await birch.isLocated(sell.id))
  const rest = await until('what is left', async () => {
    const advert = await alder.advert(buy.id)
    return advert.residualPossible && advert
  })

  const residual = `/advert/create-residual-advertisement/${rest.id}`
  expect(await alder.isRefused(residual)).toMatchObject({
    status: 404,
  })
  await resultOf(importEquitiesCsv(desk, shippedEquitiesCsv))
  expect(await alder.callsOk(residual)).toMatchObject({
    advertisementStatus: 'UNSENT',
    shareQuantity: 10_000,
  })
})

test('a delisted security cannot be drafted, sent, uploaded or restored any more', async () => {
  const desk = await startTokyoServer()
  const [alder, birch] = [await desk.trader('alder'), await desk.trader('birch')]
  const file = csvOf(desk, [plainRow])
  const draft = await alder.drafts(toyota)
  const body = { ...submissionBody(draft), direction: 'BUY', shareQuantity: 10_000 }
  const rows = async () => [
    ...(await uploadFile(birch, file)),
    ...(await prepareRestoreOf(birch, [{ ...draft, ...body }])),
  ]
  const before = await rows()
  await resultOf(importEquitiesCsv(desk, withoutToyota))

  expect(before.map(({ status }) => status)).toEqual(['OK', 'OK'])
  const { securityId } = draft
  expect(await alder.callsOk('/advert/create-advert', { body: { securityId } })).toMatchObject({
    errorCode: 'SECURITY-NOT-FOUND',
  })
  expect(await alder.isRefused('/advert/submit-advert', { body })).toMatchObject({ status: 404 })
  expect(await rows()).toMatchObject([
    { status: 'ERROR', advertisement: null },
    { status: 'ERROR', advertisement: null },
  ])

  await resultOf(importEquitiesCsv(desk, shippedEquitiesCsv))
  expect(await alder.callsOk('/advert/submit-advert', { body })).toMatchObject({ securityId })
})
