import { expect, test } from 'vitest'
import {
  answerOf,
  book,
  bookIn,
  buys,
  locatedPair,
  locateOf,
  moment,
  type Order,
  ownerCommand,
  perform,
  quoteOf,
  securityNamed,
  sells,
  setRating,
  sightingOf,
  sweepAt,
  type WorldOptions,
  world,
} from '../../test/book.ts'
import { buyer, explained, findingOn, market, seller } from '../../test/pair-explanations.ts'
import { noProbingLimits } from '../../test/test-limits.ts'
import { yen } from '../model/price.ts'
import { noSizeLimits } from '../model/reference-data.ts'
import type { MatchCondition } from './condition-result.ts'
import { explainPair } from './pair-explanation.ts'

test('for an eligible pair every condition holds, and only the sweep is missing', () => {
  const { result, locateId, findings } = explained(book(buyer, seller), '00:05')

  expect({ result, locateId }).toEqual({ result: 'NOT_SWEPT', locateId: null })
  expect(findings.map(({ condition, holds }) => [condition, holds])).toEqual(
    ['E1', 'E2', 'E3', 'E4', 'E5', 'E6', 'E7', 'E8', 'E9', 'E10', 'E11', 'E12'].map((each) => [each, true]),
  )
  expect(findings.find(({ condition }) => condition === 'E5')?.facts).toEqual({
    quantity: 6_000,
    aCurrent: 10_000,
    bCurrent: 6_000,
    aMinimum: 1_000,
    bMinimum: 600,
  })
})

// rule: 3.E12.1
test('a limit is compared with the price of the moment, and unknown without one', () => {
  const limited = { ...buyer, terms: { ...buyer.terms, limitPrice: 2_005 * yen } }
  const e12 = (mid: number | null, first: Order = limited) => {
    const state = book(first, seller)
    const sighting = mid === null ? null : sightingOf(quoteOf('toyota', '00:05', mid))
    const found = explainPair(state, 'alder-1', 'birch-1', sighting, moment('00:05'))?.findings
    return found?.find(({ condition }) => condition === 'E12')
  }

  expect(e12(2_005)).toMatchObject({
    says: 'WITHIN_LIMITS',
    holds: true,
    facts: { aLimitPrice: 2_005 * yen },
  })
  expect(e12(2_005.5)).toMatchObject({ says: 'BEYOND_LIMIT', holds: false, facts: { bLimitPrice: null } })
  expect(e12(null)).toMatchObject({ says: 'PRICE_UNKNOWN', holds: null })
  const unlimited = { ...buyer, terms: { ...buyer.terms, limitPrice: null } }
  for (const mid of [2_005, null])
    expect(e12(mid, unlimited)).toEqual({ condition: 'E12', says: 'NO_LIMITS', holds: true, facts: {} })
})

const failures: readonly (readonly [string, Order, Order, WorldOptions, MatchCondition, string, object])[] = [
  ['the same side', buyer, buys('birch', 6_000), {}, 'E1', 'SAME_DIRECTION', { bDirection: 'BUY' }],
  [
    'different securities',
    buyer,
    sells('birch', 6_000, { securityId: 'sony' }),
    {},
    'E1',
    'OTHER_SECURITY',
    { aSecurity: 'toyota.T', bSecurity: 'sony.T' },
  ],
  [
    'one affiliate group',
    buyer,
    seller,
    { affiliates: { wood: ['alder', 'birch'] } },
    'E2',
    'AFFILIATES',
    {},
  ],
  [
    'too small a contra',
    buys('alder', 10_000, { minimumQuantity: 75 }),
    seller,
    {},
    'E5',
    'TOO_SMALL',
    { aMinimum: 7_500 },
  ],
  [
    'too high a hurdle',
    buys('alder', 10_000, { credibilityHurdle: 61 }),
    seller,
    {},
    'E6',
    'RATED_TOO_LOW',
    { bRating: 60, aHurdle: 61 },
  ],
  [
    'cash against swap',
    buyer,
    sells('birch', 6_000, { transactionType: 'SWAP_ONLY' }),
    {},
    'E7',
    'LEGS_APART',
    { bType: 'SWAP_ONLY', aAccepts: 'CASH_ONLY' },
  ],
  [
    'no common broker',
    buyer,
    sells('birch', 6_000, { brokerIds: ['DAI'] }),
    {},
    'E8',
    'NO_BROKER_SHARED',
    { named: 0 },
  ],
  ['an owner who is away', buyer, seller, { absent: ['birch'] }, 'E10', 'ABSENT', { absent: 'B' }],
  [
    'an advert that has not settled',
    buyer,
    seller,
    { limits: { minLiveMs: 600_000 } },
    'E11',
    'UNSETTLED',
    { aNeededMs: 600_000, bNeededMs: 600_000 },
  ],
]

// rule: 15.20
test.each(failures)('%s is named as the failed condition', (_, one, other, of, condition, says, facts) => {
  const state = bookIn(world(of), one, other)
  const { result, findings } = explained(state, '00:05')

  expect(findings.filter(({ holds }) => holds === false)).toMatchObject([{ condition, says, facts }])
  expect(result).toBe('FAILED')
})

test('E8: the explanation names the step at which the last common broker was lost', () => {
  const state = book(buyer, seller)
  expect(findingOn(state, 'E8', '00:05').facts).toEqual({ named: 1, active: 1, enabled: 1, able: 1 })
  const brokers = [{ brokerId: 'NOM', active: false, swapEnabled: true }]
  perform(state, { type: 'changeReference', at: moment('00:04'), reference: { brokers } })

  expect(findingOn(state, 'E8', '00:05')).toMatchObject({
    says: 'NO_BROKER_SHARED',
    facts: { named: 1, active: 0, enabled: 0, able: 0 },
  })
})

test.each(['alder', 'birch'])('E8: a broker that %s may not use is named but not enabled', (firmId) => {
  const state = book(buyer, seller)
  const firms = [{ firmId, affiliateGroup: null, brokerIds: ['DAI'], ...noSizeLimits }]
  perform(state, { type: 'changeReference', at: moment('00:04'), reference: { firms } })

  expect(findingOn(state, 'E8', '00:05').facts).toEqual({ named: 1, active: 1, enabled: 0, able: 0 })
})

test('for a located pair the explanation names the locate', () => {
  const state = locatedPair(buyer, seller)
  const { locateId } = locateOf(state, 'alder')

  expect(explained(state, '00:05')).toMatchObject({ result: 'MET', locateId })
  perform(state, answerOf(state, 'alder', 'ACCEPT', '00:05:10'))
  perform(state, answerOf(state, 'birch', 'ACCEPT', '00:05:11'))
  expect(explained(state, '00:06')).toMatchObject({ result: 'MET', locateId })
})

test('after a failed locate both adverts are paused and cooling down', () => {
  const state = locatedPair(buyer, seller)
  perform(state, answerOf(state, 'alder', 'ACCEPT', '00:05:10'))
  perform(state, answerOf(state, 'birch', 'DECLINE', '00:05:11'))
  expect(findingOn(state, 'E3', '00:06')).toMatchObject({ says: 'NOT_LIVE', facts: { aStatus: 'PAUSED' } })

  perform(state, ownerCommand('resumeAdvert', 'alder-1', '00:06'))
  perform(state, ownerCommand('resumeAdvert', 'birch-1', '00:06'))

  expect(explained(state, '00:07').result).toBe('FAILED')
  expect(findingOn(state, 'E3', '00:07')).toMatchObject({
    says: 'COOLING_DOWN',
    holds: false,
    facts: { aStatus: 'LIVE', bStatus: 'LIVE', apartUntilAt: moment('00:20:11') },
  })
})

test('a better pair is predicted before the sweep, and its locate is named after it', () => {
  const better = sells('cypress', 8_000)
  const state = book(buyer, seller, better)
  expect(explained(state, '00:05')).toMatchObject({ result: 'OUTRANKED', locateId: null })

  perform(state, sweepAt('00:05'))

  const { locateId } = locateOf(state, 'cypress')
  expect(explained(state, '00:05')).toMatchObject({ result: 'OUTRANKED', locateId })
  expect(findingOn(state, 'E3', '00:05').facts).toMatchObject({ aStatus: 'ACCEPT/DECLINE?', bStatus: 'LIVE' })
})

test('if each of two was located with another, the explanation names the earlier locate', () => {
  const state = book(buyer, sells('cypress', 10_000))
  perform(state, sweepAt('00:05'))
  bookIn(state, seller, buys('dogwood', 6_000))
  perform(state, sweepAt('00:05:05'))
  const { locateId } = locateOf(state, 'alder')
  expect(locateOf(state, 'birch').locatedAt).toBeGreaterThan(locateOf(state, 'alder').locatedAt)

  const explain = (a: string, b: string) => explainPair(state, a, b, market('00:05:06'), moment('00:05:06'))
  expect(explain('alder-1', 'birch-1')).toMatchObject({ result: 'OUTRANKED', locateId })
  expect(explain('birch-1', 'alder-1')).toMatchObject({ result: 'OUTRANKED', locateId })
})

test('of two locates of one sweep the explanation names that of the first advert', () => {
  const state = book(buyer, seller, sells('cypress', 10_000), buys('dogwood', 6_000))
  perform(state, sweepAt('00:05'))

  for (const [a, b] of [
    ['alder', 'birch'],
    ['birch', 'alder'],
  ] as const)
    expect(explainPair(state, `${a}-1`, `${b}-1`, market('00:05'), moment('00:05'))).toMatchObject({
      result: 'OUTRANKED',
      locateId: locateOf(state, a).locateId,
    })
})

test('a locate with a third advert does not outrank a pair of which one has used up a budget', () => {
  const probing = { ...noProbingLimits, failuresPerFirm: 1 }
  const state = bookIn(world({ limits: { probing } }), buyer, sells('dogwood', 10_000))
  perform(state, sweepAt('00:05'))
  perform(state, answerOf(state, 'alder', 'DECLINE', '00:05:10'))
  perform(state, answerOf(state, 'dogwood', 'ACCEPT', '00:05:11'))
  perform(state, ownerCommand('resumeAdvert', 'alder-1', '00:06'))
  bookIn(state, seller, buys('cypress', 6_000))
  perform(state, sweepAt('00:07'))
  expect(state.adverts.get('birch-1')?.locateId).not.toBeNull()

  expect(explained(state, '00:07')).toMatchObject({ result: 'FAILED', locateId: null })
})

test('a locate with a third advert does not outrank a pair that was not eligible', () => {
  const swap = sells('birch', 6_000, { transactionType: 'SWAP_ONLY' })
  const state = book(buyer, swap, sells('cypress', 8_000))
  perform(state, sweepAt('00:05'))

  expect(explained(state, '00:05')).toMatchObject({ result: 'FAILED', locateId: null })

  const paused = book(buyer, seller, sells('cypress', 8_000))
  perform(paused, ownerCommand('pauseAdvert', 'birch-1', '00:04'))
  perform(paused, sweepAt('00:05'))
  expect(explained(paused, '00:05').result).toBe('FAILED')

  const apart = locatedPair(buyer, seller)
  perform(apart, answerOf(apart, 'alder', 'ACCEPT', '00:05:10'))
  perform(apart, answerOf(apart, 'birch', 'DECLINE', '00:05:11'))
  for (const id of ['alder-1', 'birch-1']) perform(apart, ownerCommand('resumeAdvert', id, '00:06'))
  bookIn(apart, sells('cypress', 8_000))
  perform(apart, sweepAt('00:07'))
  expect(apart.adverts.get('alder-1')?.locateId).not.toBeNull()
  expect(explained(apart, '00:07').result).toBe('FAILED')
})

test('E10: a trader at the limit of open locates is busy', () => {
  const securities = [securityNamed('toyota'), securityNamed('sony'), securityNamed('nissan')]
  const ofBirch = ['sony', 'nissan'].map((securityId) => sells('birch', 6_000, { securityId }))
  const ofCypress = ['sony', 'nissan'].map((securityId) => buys('cypress', 6_000, { securityId }))
  const state = bookIn(world({ securities }), ...ofBirch, ...ofCypress)
  perform(
    state,
    sweepAt(
      '00:04',
      ['sony', 'nissan'].map((id) => quoteOf(id, '00:04')),
    ),
  )
  bookIn(state, buyer, seller)

  const explanation = explainPair(state, 'alder-1', 'birch-3', market('00:06'), moment('00:06'))
  expect(explanation?.findings.find(({ condition }) => condition === 'E10')).toMatchObject({
    says: 'BUSY',
    holds: false,
    facts: { aLocates: 0, bLocates: 2 },
  })
})

test('drafts, dead and expired adverts are explained too; unknown ones are not', () => {
  const state = book(buys('alder', 10_000, { duration: '60' }), seller)
  setRating(state, 'birch', 5)
  perform(state, ownerCommand('cancelAdvert', 'birch-1', '00:10'))
  perform(state, sweepAt('01:10'))

  const failed = explained(state, '01:10').findings.filter(({ holds }) => holds === false)
  expect(failed.map(({ says }) => says)).toEqual(['NOT_LIVE', 'RATED_TOO_LOW', 'EXPIRED'])
  expect(failed[0]?.facts).toMatchObject({ aStatus: 'DEAD', bStatus: 'DEAD' })
  expect(explainPair(state, 'alder-1', 'nobody-1', null, moment('01:10'))).toBeNull()
})
