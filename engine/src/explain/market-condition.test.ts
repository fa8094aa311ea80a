import { expect, test } from 'vitest'
import {
  book,
  bookIn,
  calendarOf,
  haltOf,
  moment,
  ownerCommand,
  perform,
  quoteOf,
  sells,
  sightingOf,
  sweepWithSightings,
  world,
} from '../../test/book.ts'
import { buyer, explained, findingOn, seller } from '../../test/pair-explanations.ts'
import type { HaltTarget } from '../model/state.ts'
import type { MatchCondition } from './condition-result.ts'

test('E4: at lunch the explanation says when matching resumes', () => {
  const hours = [
    { from: 0, to: 150 },
    { from: 210, to: 390 },
  ]
  const calendar = calendarOf([{ from: 0, to: 480 }], hours)
  const state = bookIn(world({ calendar }), buyer, seller)

  expect(findingOn(state, 'E4', '02:29')).toMatchObject({ says: 'MARKET_FRESH', holds: true })
  expect(findingOn(state, 'E4', '02:30')).toMatchObject({
    says: 'NO_MATCHING',
    holds: false,
    facts: { opensAt: moment('03:30') },
  })
})

test('E4: a halt by the operator is named', () => {
  const halted = (target: HaltTarget, condition: MatchCondition) => {
    const state = book(buyer, seller)
    perform(state, haltOf(target, '00:04'))
    return findingOn(state, condition, '00:05')
  }

  const security = { kind: 'SECURITY', securityId: 'toyota' } as const
  expect(halted(security, 'E4')).toMatchObject({ says: 'SECURITY_HALTED', holds: false })
  expect(halted({ kind: 'PLATFORM' }, 'E4')).toMatchObject({ says: 'PLATFORM_HALTED', holds: false })
  const firm = { kind: 'FIRM', firmId: 'birch' } as const
  expect(halted(firm, 'E10')).toMatchObject({ says: 'FIRM_HALTED', facts: { halted: 'B' } })
})

test('E4: a market that is not fresh is named by its code', () => {
  const state = book(buyer, seller)
  const halted = sightingOf(quoteOf('toyota', '00:05', 2_000, { condition: 'HALTED' }))

  expect(findingOn(state, 'E4', '00:05', halted)).toMatchObject({
    says: 'MARKET_ERROR',
    holds: false,
    facts: { error: '004', quotedAt: moment('00:05') },
  })
  expect(findingOn(state, 'E4', '00:05', { ...halted, quote: null })).toMatchObject({
    facts: { error: '001' },
  })
  const ahead = { ...sightingOf(quoteOf('toyota', '00:05')), malformedForMs: 0 }
  expect(findingOn(state, 'E4', '00:05', ahead)).toMatchObject({ holds: false, facts: { error: '007' } })
})

test('E4: without a sighting a market is fresh unless an error is recorded, and unknown if nobody watched it', () => {
  const state = book(buyer, seller)
  expect(findingOn(state, 'E4', '00:04', null)).toMatchObject({ says: 'MARKET_FRESH', holds: true })

  perform(
    state,
    sweepWithSightings('00:05', sightingOf(quoteOf('toyota', '00:05', 2_000, { condition: 'HALTED' }))),
  )
  expect(findingOn(state, 'E4', '00:06', null)).toMatchObject({
    says: 'MARKET_ERROR',
    holds: false,
    facts: { error: '004', sinceAt: moment('00:05') },
  })

  const unwatched = book(buyer, seller)
  perform(unwatched, ownerCommand('pauseAdvert', 'alder-1', '00:03'))
  perform(unwatched, ownerCommand('pauseAdvert', 'birch-1', '00:03'))
  expect(findingOn(unwatched, 'E4', '00:04', null)).toMatchObject({ says: 'MARKET_UNSEEN', holds: null })
})

test.each([
  ['buyer', 'birch-1'],
  ['seller', 'alder-1'],
] as const)('E4: a market in which only the %s is live is watched', (_, pausedId) => {
  const state = book(buyer, seller)
  perform(state, ownerCommand('pauseAdvert', pausedId, '00:03'))

  expect(findingOn(state, 'E4', '00:04', null)).toMatchObject({ says: 'MARKET_FRESH', holds: true })
})

test('E4: after hours the official close decides, and without a sighting the result is unknown', () => {
  const calendar = calendarOf([{ from: 0, to: 480 }], [{ from: 0, to: 384 }], [{ from: 391, to: 440 }])
  const state = bookIn(world({ calendar }), buyer, seller)
  const closed = sightingOf(quoteOf('toyota', '06:30', 2_000, { officialClose: 20_050_000 }))

  expect(findingOn(state, 'E4', '06:40', closed)).toMatchObject({
    says: 'OFFICIAL_CLOSE',
    holds: true,
    facts: { closePrice: 20_050_000 },
  })
  expect(findingOn(state, 'E4', '06:40')).toMatchObject({ says: 'NO_OFFICIAL_CLOSE', holds: false })
  expect(findingOn(state, 'E4', '06:40', null)).toMatchObject({ says: 'CLOSE_UNSEEN', holds: null })
  expect(explained(state, '06:40', null).result).toBe('UNKNOWN')
})

test('E4: a market must have been fresh for long enough', () => {
  const state = bookIn(world({ limits: { freshMarketMs: 10_000 } }), buyer, seller)
  const sighting = (since: string) => ({
    ...sightingOf(quoteOf('toyota', '00:05')),
    freshSince: moment(since),
  })

  expect(findingOn(state, 'E4', '00:05', sighting('00:04:50.001'))).toMatchObject({
    says: 'MARKET_RECENT',
    holds: false,
    facts: { freshSinceAt: moment('00:04:50.001') },
  })
  expect(findingOn(state, 'E4', '00:05', sighting('00:04:50'))).toMatchObject({ says: 'MARKET_FRESH' })
})

test('E4: no locate begins shortly before matching ends, seen or not', () => {
  const calendar = calendarOf([{ from: 0, to: 480 }], [{ from: 0, to: 384 }])
  const state = bookIn(world({ calendar }), buyer, seller)

  for (const sighting of [undefined, null])
    expect(findingOn(state, 'E4', '06:23:28.500', sighting)).toMatchObject({
      says: 'MATCHING_ENDS',
      holds: false,
      facts: { endsAt: moment('06:24') },
    })
  expect(findingOn(state, 'E4', '06:23:28.499')).toMatchObject({ says: 'MARKET_FRESH' })
})

test('E4: two securities have no market in common', () => {
  const state = book(buyer, sells('birch', 6_000, { securityId: 'sony' }))

  expect(findingOn(state, 'E4', '00:05')).toMatchObject({ says: 'NO_COMMON_MARKET', holds: null })
})
