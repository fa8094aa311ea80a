import { expect, test } from 'vitest'
import {
  advertIn,
  answerOf,
  book,
  bookIn,
  buys,
  calendarOf,
  draftOf,
  haltOf,
  locatedPair,
  locateOf,
  modifyOf,
  moment,
  ownerCommand,
  perform,
  placeOrder,
  refusalCodeOf,
  sells,
  submitOf,
  sweepAt,
  world,
} from '../../test/book.ts'
import { decide } from '../decide.ts'
import { happened } from '../model/refusals.ts'
import { firmPairKey, type HaltTarget, type State } from '../model/state.ts'
import { notificationsOf } from '../notifications.ts'
import { isAdvertHalted, isHalted } from './halts.ts'

const buyer = buys('alder', 10_000)
const seller = sells('birch', 10_000)
const platform: HaltTarget = { kind: 'PLATFORM' }
const firm: HaltTarget = { kind: 'FIRM', firmId: 'alder' }
const security: HaltTarget = { kind: 'SECURITY', securityId: 'toyota' }
const all = [
  ['platform', platform, 'PLATFORM-CLOSED'],
  ['firm', firm, 'FIRM-HALTED'],
  ['security', security, 'SECURITY-HALTED'],
] as const

const halt = (state: State, target: HaltTarget, when: string) => perform(state, haltOf(target, when))
const locatesAt = (state: State, when: string) =>
  perform(state, sweepAt(when)).filter(({ type }) => type === 'contraLocated').length

// rule: 16.9
test.each(all)('%s halted: who, why and what are recorded once', (_, target) => {
  const state = book(buyer)
  expect(halt(state, target, '00:05')).toEqual([
    {
      type: 'haltChanged',
      at: moment('00:05'),
      target,
      halted: true,
      by: 'ops',
      reason: 'a test',
    },
  ])
  expect(isHalted(state, target)).toBe(true)

  expect(decide(state, haltOf(target, '00:06'))).toEqual(happened())
  perform(state, haltOf(target, '00:07', false))
  expect(isHalted(state, target)).toBe(false)
  expect(decide(state, haltOf(target, '00:08', false))).toEqual(happened())
})

// rule: 3.E4.7, 16.7
test.each(all)('%s halted: no sweep locates anybody, and the first one after the halt does', (_, target) => {
  const state = book(buyer, seller)
  halt(state, target, '00:05')
  for (const when of ['00:05', '00:05:01', '00:06']) expect(locatesAt(state, when)).toBe(0)

  perform(state, haltOf(target, '00:07', false))
  expect(locatesAt(state, '00:07')).toBe(1)
})

// rule: 16.8
test.each(all)(
  '%s halted: an open locate is withdrawn at once, unscored, and both sides are live again',
  (_, target) => {
    const state = locatedPair(buyer, seller)
    perform(state, answerOf(state, 'birch', 'DECLINE', '00:05:01'))
    const events = halt(state, target, '00:05:02')

    expect(events.map(({ type }) => type)).toEqual(['haltChanged', 'locateWithdrawn'])
    expect(locateOf(state, 'alder').outcome).toEqual({ BUY: 'WITHDRAWN', SELL: 'WITHDRAWN' })
    for (const name of ['alder', 'birch']) {
      expect(advertIn(state, `${name}-1`).advertisementStatus).toBe('LIVE')
      expect(state.traders.get(name)).toMatchObject({ rating: 60, ledger: [], openLocates: 0 })
    }
    expect(state.cooldowns.get(firmPairKey('alder', 'birch', 'toyota'))).toMatchObject({
      until: moment('00:10:02'),
      failures: 0,
    })
    expect(events.flatMap((event) => notificationsOf(state, event)).map(({ message }) => message)).toEqual([
      'LOCATE_ERROR',
      'LOCATE_ERROR',
    ])
  },
)

test.each(all)('%s halted: a later answer is too late', (_, target) => {
  const state = locatedPair(buyer, seller)
  halt(state, target, '00:05:02')

  expect(refusalCodeOf(state, answerOf(state, 'alder', 'ACCEPT', '00:05:03'))).toBe('LOCATE-LATE')
})

/** Alder has a draft on Toyota; nobody has a live advert. */
function drafted(): State {
  const state = world()
  perform(state, draftOf(buyer, '00:01'))
  return state
}

test.each(all)('%s halted: a submit and a resume are refused with its code', (_, target, code) => {
  const state = drafted()
  halt(state, target, '00:02')
  expect(refusalCodeOf(state, submitOf('alder-1', buyer.terms, '00:03'))).toBe(code)
  expect(refusalCodeOf(state, draftOf(buyer, '00:03', 'other'))).toBe('ADVERT-ERROR-001')

  const paused = book(buyer)
  perform(paused, ownerCommand('pauseAdvert', 'alder-1', '00:04'))
  halt(paused, target, '00:05')
  expect(refusalCodeOf(paused, ownerCommand('resumeAdvert', 'alder-1', '00:06'))).toBe(code)
  perform(paused, haltOf(target, '00:07', false))
  expect(refusalCodeOf(paused, ownerCommand('resumeAdvert', 'alder-1', '00:08'))).toBeNull()
})

test.each(all)('%s halted: an advert can still be modified, paused and cancelled', (_, target) => {
  const state = book(buyer)
  halt(state, target, '00:05')

  perform(state, modifyOf(state, 'alder-1', { shareQuantity: 9_000 }, '00:06'))
  perform(state, ownerCommand('pauseAdvert', 'alder-1', '00:07'))
  perform(state, ownerCommand('cancelAdvert', 'alder-1', '00:08'))
  expect(advertIn(state, 'alder-1').causeOfDeath).toBe('CANCELLED_BY_USER')
})

test.each(all)('%s halted: an advert sent before the open does not become live', (_, target) => {
  const calendar = calendarOf([{ from: 0, to: 600 }], [{ from: 30, to: 384 }])
  const state = world({ calendar })
  placeOrder(state, buyer)
  halt(state, target, '00:10')
  expect(perform(state, sweepAt('00:30'))).toEqual([])

  perform(state, haltOf(target, '00:40', false))
  expect(perform(state, sweepAt('00:40'))).toMatchObject([{ type: 'advertReleased' }])
})

test.each(all)('%s halted: adverts still expire', (_, target) => {
  const state = book(buys('alder', 10_000, { duration: '60' }))
  halt(state, target, '00:05')

  expect(perform(state, sweepAt('01:00:01', []))).toMatchObject([{ type: 'advertExpired' }])
})

/** Two pairs: alder and birch on Toyota, cypress and dogwood on Sony. */
const twoPairs = (): State => {
  const on = { securityId: 'sony' }
  return bookIn(world(), buyer, seller, buys('cypress', 10_000, on), sells('dogwood', 10_000, on))
}

test.each([
  ['a firm', firm],
  ['the firm of the other side', { kind: 'FIRM', firmId: 'birch' }],
  ['a security', security],
] as const)('%s halted touches nobody else', (_, target) => {
  const state = twoPairs()
  halt(state, target, '00:05')
  expect(perform(state, sweepAt('00:05'))).toMatchObject([{ securityId: 'sony' }])
  expect(refusalCodeOf(state, submitOf('alder-1', buyer.terms, '00:06'))).toBe('ADVERT-ERROR-008')

  const located = twoPairs()
  expect(locatesAt(located, '00:05')).toBe(2)
  const [, withdrawn, ...rest] = halt(located, target, '00:05:01')
  expect(withdrawn).toMatchObject({ locateId: locateOf(located, 'alder').locateId })
  expect(rest).toEqual([])
  expect(locateOf(located, 'cypress').outcome).toBeNull()
})

test('halting the platform withdraws every open locate', () => {
  const state = twoPairs()
  expect(locatesAt(state, '00:05')).toBe(2)

  expect(halt(state, platform, '00:05:01').map(({ type }) => type)).toEqual([
    'haltChanged',
    'locateWithdrawn',
    'locateWithdrawn',
  ])
})

test('of several halts the widest is named, and each ends separately', () => {
  const state = drafted()
  for (const [, target] of all) halt(state, target, '00:02')
  const refused = () => refusalCodeOf(state, submitOf('alder-1', buyer.terms, state.at + 1_000))
  const codes = all.map(([, target]) => {
    const code = refused()
    perform(state, haltOf(target, state.at + 1_000, false))
    return code
  })

  expect(codes).toEqual(['PLATFORM-CLOSED', 'FIRM-HALTED', 'SECURITY-HALTED'])
  expect(refused()).toBeNull()
})

test('a halt is found by institution and security', () => {
  const state = world()
  const concerned = () =>
    ['alder toyota', 'alder sony', 'birch toyota', 'birch sony'].filter((each) => {
      const [firmId = '', securityId = ''] = each.split(' ')
      return isAdvertHalted(state, { firmId, securityId })
    })
  halt(state, firm, '00:01')
  expect(concerned()).toEqual(['alder toyota', 'alder sony'])

  halt(state, security, '00:02')
  expect(concerned()).toEqual(['alder toyota', 'alder sony', 'birch toyota'])
})
