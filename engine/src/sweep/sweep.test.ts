import { expect, test } from 'vitest'
import {
  advertIn,
  answerOf,
  book,
  bookIn,
  buys,
  calendarOf,
  failLocate,
  locatedPair,
  locateOf,
  modifyOf,
  moment,
  ownerCommand,
  perform,
  placeOrder,
  quoteOf,
  sells,
  setRating,
  sweepAt,
  traderIn,
  world,
} from '../../test/book.ts'
import { tradingDay } from '../calendar/trading-days.ts'
import { decide } from '../decide.ts'
import { snapshotOf } from '../evolve/snapshot.ts'
import { securitiesToMatch } from '../matching/candidates.ts'
import { idFrom } from '../matching/sha256.ts'
import { yen } from '../model/price.ts'
import { happened } from '../model/refusals.ts'
import { firmPairKey, type State } from '../model/state.ts'

const buyer = buys('alder', 10_000)
const seller = sells('birch', 10_000)
const types = (state: State, when: string | number) => perform(state, sweepAt(when)).map(({ type }) => type)

// rule: 8.1.1
test('two adverts that accept each other are located for the smaller quantity', () => {
  const state = book(buys('alder', 10_000, { minimumQuantity: 25 }), sells('birch', 6_000, { ranked: true }))
  const quote = { ...quoteOf('toyota', '00:01', 2_050), indexMove: -120 }

  expect(decide(state, sweepAt('00:01', [quote]))).toEqual(
    happened({
      type: 'contraLocated',
      at: moment('00:01'),
      deadline: moment('00:01:30'),
      locateId: idFrom(sweepAt('00:01').seed, 0),
      securityId: 'toyota',
      buyId: 'alder-1',
      sellId: 'birch-1',
      locateQuantity: 6_000,
      midPrice: 20_500_000,
      usdJpy: 1_500_000,
      stockMove: 250,
      indexMove: -120,
      brokerId: 'NOM',
      legs: { BUY: 'CASH', SELL: 'CASH' },
      shareQuantity: { BUY: 10_000, SELL: 6_000 },
      residual: { BUY: 4_000, SELL: 0 },
      minShares: { BUY: 2_500, SELL: 600 },
    }),
  )
})

test('a sweep of an empty platform has no events', () => {
  expect(decide(world(), sweepAt('00:01'))).toEqual(happened())
})

// rule: 2.8
test('a locate changes both adverts and counts as an open locate of each trader', () => {
  const state = locatedPair(buyer, seller)
  const { locateId } = locateOf(state, 'alder')

  for (const name of ['alder', 'birch']) {
    expect(advertIn(state, `${name}-1`)).toMatchObject({ advertisementStatus: 'ACCEPT/DECLINE?', locateId })
    expect(state.traders.get(name)).toMatchObject({ openLocates: 1, counts: { locate: 1 } })
  }
})

// rule: 13.5
test('an advert expires at its expiry, from every open status outside a locate', () => {
  const state = book(buys('alder', 10_000, { duration: '60' }))
  bookIn(state, buys('birch', 10_000, { duration: '60' }))
  perform(state, ownerCommand('pauseAdvert', 'birch-1', '00:30'))
  perform(state, sweepAt('01:00:00.999'))
  expect(types(state, '01:00:02')).toEqual(['advertExpired', 'advertExpired'])

  expect(advertIn(state, 'birch-1')).toMatchObject({ advertisementStatus: 'DEAD', causeOfDeath: 'EXPIRED' })
  expect(types(state, '01:00:03')).toEqual([])
})

test('an advert whose duration was shortened expires once, at the new time', () => {
  const state = book(buys('alder', 10_000, { duration: '150' }))
  perform(state, modifyOf(state, 'alder-1', { duration: '60' }, '00:10'))

  expect(types(state, '01:00:01')).toEqual(['advertExpired'])
  expect(types(state, '02:30:01')).toEqual([])
})

// rule: 8.11
test('an advert that would expire during a locate expires after the outcome', () => {
  const state = book(buys('alder', 10_000, { duration: '60' }), seller)
  perform(state, sweepAt('01:00:00'))
  expect(types(state, '01:00:10')).toEqual([])
  perform(state, answerOf(state, 'alder', 'ACCEPT', '01:00:15'))
  perform(state, answerOf(state, 'birch', 'DECLINE', '01:00:16'))
  expect(advertIn(state, 'alder-1').advertisementStatus).toBe('PAUSED')

  expect(types(state, '01:00:17')).toEqual(['advertExpired'])
  expect(advertIn(state, 'alder-1')).toMatchObject({ advertisementStatus: 'DEAD', causeOfDeath: 'EXPIRED' })
})

test('an advert that expired in its locate can still be completed', () => {
  const state = book(buys('alder', 10_000, { duration: '60' }), seller)
  perform(state, sweepAt('01:00:00'))
  perform(state, answerOf(state, 'alder', 'ACCEPT', '01:00:15'))
  perform(state, answerOf(state, 'birch', 'ACCEPT', '01:00:16'))

  expect(advertIn(state, 'alder-1').advertisementStatus).toBe('COMPLETED')
  expect(types(state, '01:00:17')).toEqual([])
})

// rule: 8.5
test('after a decline two institutions have a cooldown of fifteen minutes in the security, and then match again', () => {
  const state = book(buyer, seller)
  const end = failLocate(state, '00:05') + 15 * 60_000

  expect(types(state, '00:06')).toEqual([])
  expect(types(state, end - 1)).toEqual([])
  expect(securitiesToMatch(state, end)).toEqual(['toyota'])
  expect(types(state, end)).toEqual(['contraLocated'])
})

// rule: 8.6
test('after a timeout the cooldown is five minutes', () => {
  const state = locatedPair(buyer, seller)
  const end = moment('00:05:31.501') + 5 * 60_000
  expect(types(state, '00:05:31.501')).toEqual(['locateFailed'])
  for (const advertId of ['alder-1', 'birch-1'])
    perform(state, ownerCommand('resumeAdvert', advertId, '00:06'))

  expect(types(state, end - 1)).toEqual([])
  expect(types(state, end)).toEqual(['contraLocated'])
})

// rule: 8.8
test('after the second failure of the day the cooldown lasts until its end, however they failed', () => {
  const state = book(buys('alder', 10_000, { duration: '150' }), seller)
  failLocate(state, '00:05')
  failLocate(state, '00:30')
  expect(state.cooldowns.get(firmPairKey('birch', 'alder', 'toyota'))).toEqual({
    until: moment('15:00'),
    failures: 2,
    day: tradingDay(moment('00:30')),
  })
  expect(types(state, '01:30')).toEqual([])

  perform(state, modifyOf(state, 'alder-1', { duration: 'END_OF_DAY' }, '02:00'))
  expect(types(state, moment('15:00') - 1)).toEqual([])
})

// rule: 8.10
test('a cooldown is between two institutions in one security: others and other securities are not affected', () => {
  const state = book(buyer, seller)
  failLocate(state, '00:05')
  bookIn(state, sells('cypress', 10_000))
  bookIn(state, sells('alder', 10_000, { securityId: 'sony' }), buys('birch', 10_000, { securityId: 'sony' }))

  expect(perform(state, sweepAt('00:06'))).toMatchObject([
    { buyId: 'birch-2', sellId: 'alder-2' },
    { buyId: 'alder-1', sellId: 'cypress-1' },
  ])
})

test('a new advert of a colleague has the same cooldown', () => {
  const state = world({ traders: [{ traderId: 'clerk', firmId: 'birch' }] })
  bookIn(state, buyer, seller)
  failLocate(state, '00:05')
  perform(state, ownerCommand('cancelAdvert', 'birch-1', '00:06'))
  bookIn(state, sells('clerk', 10_000))

  expect(types(state, '00:07')).toEqual([])
})

// rule: 2.5
test('waiting adverts go live when matching opens, in order of drafting, and are located by the same sweep', () => {
  const calendar = calendarOf([{ from: 0, to: 480 }], [{ from: 30, to: 384 }])
  const state = world({ calendar })
  placeOrder(state, buyer)
  placeOrder(state, seller)
  expect(types(state, '00:29:59.999')).toEqual([])

  expect(perform(state, sweepAt('00:30'))).toMatchObject([
    { type: 'advertReleased', advertId: 'alder-1' },
    { type: 'advertReleased', advertId: 'birch-1' },
    { type: 'contraLocated', buyId: 'alder-1', sellId: 'birch-1' },
  ])
})

test('an advert that ends in a sweep ends once, and later steps skip it', () => {
  const levels = {
    advertisingTriggerActivated: true,
    advertisingTrigger: 1_990 * yen,
    indexRelativeKOTriggerActivated: true,
    indexRelativeKOTrigger: 300,
  }
  const state = book(buys('alder', 10_000, { ...levels, duration: '60' }))
  const [low, ahead] = [quoteOf('toyota', '01:00:01', 1_985), { indexMove: -500 }]
  const typesOf = (quote: typeof low) => {
    const decision = decide(state, sweepAt('01:00:01', [quote]))
    return 'events' in decision && decision.events.map(({ type }) => type)
  }
  expect(typesOf(low), 'expired, not triggered too').toEqual(['advertExpired'])
  expect(typesOf({ ...low, ...ahead }), 'expired, not knocked out too').toEqual(['advertExpired'])
  expect(typesOf({ ...low, bid: 0.5 }), 'nobody watches the market any more').toEqual(['advertExpired'])
})

test('an advert that is knocked out in a sweep is not located by it, and has one cause of death', () => {
  const level = { knockoutTriggerActivated: true, knockoutTrigger: 2_050 * yen }
  const state = book(buys('alder', 10_000, level), seller)

  expect(types(state, '00:05')).toEqual(['contraLocated'])
  const again = book(buys('alder', 10_000, level), seller)
  const events = perform(again, sweepAt('00:05', [quoteOf('toyota', '00:05', 2_050)]))
  expect(events).toMatchObject([{ type: 'advertCancelled', advertId: 'alder-1' }])
})

test('a sweep derives all the locate ids that it needs from its seed, all different', () => {
  const state = book(buyer, seller)
  bookIn(state, buys('cypress', 5_000), sells('dogwood', 5_000))
  const ids = perform(state, sweepAt('00:05')).map((event) => ('locateId' in event ? event.locateId : ''))

  expect(ids).toEqual([idFrom(sweepAt('00:05').seed, 0), idFrom(sweepAt('00:05').seed, 1)])
  expect(new Set(ids).size).toBe(2)
})

test('locates that lapse in one sweep are notified in the order of their deadlines', () => {
  const state = book(buyer, seller)
  perform(state, sweepAt('00:05'))
  bookIn(state, buys('cypress', 10_000), sells('dogwood', 10_000))
  perform(state, sweepAt('00:05:10'))
  bookIn(state, buys('elder', 10_000), sells('fir', 10_000))
  perform(state, sweepAt('00:05:20'))
  const inOrder = [...state.locates.keys()]

  const lapsed = perform(state, sweepAt('00:06', [])).filter((event) => event.type === 'locateFailed')
  expect(lapsed.map(({ locateId }) => locateId)).toEqual(inOrder)
})

test('locates that lapse at the same deadline are notified in the order of their ids', () => {
  const state = book(buyer, seller)
  bookIn(
    state,
    buys('cypress', 20_000),
    sells('dogwood', 20_000),
    buys('elder', 30_000),
    sells('fir', 30_000),
  )
  perform(state, sweepAt('00:05'))
  const made = [...state.locates.keys()]
  expect(made).not.toEqual(made.toSorted())

  const lapsed = perform(state, sweepAt('00:06', [])).filter((event) => event.type === 'locateFailed')
  expect(lapsed.map(({ locateId }) => locateId)).toEqual(made.toSorted())
})

test('adverts that expire in one sweep are notified in the order of drafting, not of their expiry', () => {
  const state = book(buys('alder', 10_000, { duration: '150' }), buys('birch', 10_000, { duration: '60' }))

  expect(perform(state, sweepAt('03:00', []))).toMatchObject([
    { advertId: 'alder-1' },
    { advertId: 'birch-1' },
  ])
})

// rule: 4.20
test('a contra whose rating a lapse has just taken below the hurdle is not located by the same sweep', () => {
  const state = world()
  bookIn(state, buys('alder', 10_000), sells('birch', 10_000))
  perform(state, sweepAt('00:05'))
  bookIn(
    state,
    sells('birch', 10_000, { securityId: 'sony' }),
    buys('cypress', 10_000, { securityId: 'sony', credibilityHurdle: 60 }),
  )

  expect(types(state, '00:05:31.501')).toEqual(['locateFailed'])
  expect(state.traders.get('birch')?.rating).toBe(54)
})

test('a contra whose rating ageing has just lifted over the hurdle is located by the same sweep', () => {
  const state = world({ opens: '14:00' })
  traderIn(state, 'birch').ledger = [{ at: moment('01:00', '2026-11-15'), score: 0, contraFirmId: 'fir' }]
  setRating(state, 'birch', 54)
  bookIn(
    state,
    buys('alder', 10_000, { duration: '150', credibilityHurdle: 55 }),
    sells('birch', 10_000, { duration: '150' }),
  )
  expect(types(state, '14:59:59.999')).toEqual([])

  expect(types(state, '15:00')).toEqual(['tradingDayEnded', 'ratingAged', 'contraLocated'])
})

test('an advert whose locate lapses is paused before anything is located', () => {
  const state = book(buyer, seller)
  perform(state, sweepAt('00:05'))
  bookIn(state, sells('cypress', 10_000))

  expect(types(state, '00:05:31.501')).toEqual(['locateFailed'])
  expect(advertIn(state, 'alder-1').advertisementStatus).toBe('PAUSED')
})

test('deciding a sweep changes nothing, however much happens in it', () => {
  const state = world({ opens: '14:00' })
  bookIn(state, buyer, seller, buys('elder', 5_000, { duration: '60' }))
  perform(state, sweepAt('14:59:50'))
  const before = JSON.stringify(snapshotOf(state))
  const candidates = () => [...state.index.books].map(([id, each]) => `${id} ${each.candidates.size}`)
  const candidatesBefore = candidates()
  const decision = decide(state, sweepAt('15:10'))

  expect('events' in decision && decision.events.map(({ type }) => type)).toEqual([
    'tradingDayEnded',
    'advertExpired',
    'locateFailed',
  ])
  expect(JSON.stringify(snapshotOf(state))).toBe(before)
  expect(candidates()).toEqual(candidatesBefore)
})
