import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyPlan, bookFromPlan } from '../../test/arbitrary-book.ts'
import { anyScenario, commandForStep, tryCommand } from '../../test/arbitrary-scenario.ts'
import {
  advertIn,
  book,
  buys,
  calendarOf,
  draftOf,
  ownerCommand,
  perform,
  placeOrder,
  sells,
  submitOf,
  sweepAt,
  world,
} from '../../test/book.ts'
import { Advert, type AdvertFields, effectiveHurdle, isTerminal } from './advert.ts'
import { yen } from './price.ts'
import type { State } from './state.ts'
import {
  awaitsNoTrigger,
  changeIndexed,
  enterIndex,
  isArmed,
  leaveIndex,
  openAdvert,
  rebuildIndex,
  waitsForNothing,
} from './state-index.ts'
import { triggerBoundsOf } from './trigger-bounds.ts'

const buyer = buys('alder', 10_000)
const armedBuyer = buys('alder', 10_000, {
  advertisingTriggerActivated: true,
  advertisingTrigger: 1_990 * yen,
})

const idsOf = (adverts: Iterable<Advert>): string[] => [...adverts].map(({ id }) => id).sort()

/** The expected content of the index, computed slowly from the adverts. */
function slowly(state: State) {
  const adverts = [...state.adverts.values()]
  const sentOrLive = adverts.filter(({ advertisementStatus: is }) => is === 'SENT' || is === 'LIVE')
  const live = sentOrLive.filter(({ advertisementStatus }) => advertisementStatus === 'LIVE')
  return {
    open: idsOf(adverts.filter((advert) => !isTerminal(advert))),
    live: idsOf(live),
    waiting: idsOf(sentOrLive.filter((each) => each.advertisementStatus === 'SENT' && waitsForNothing(each))),
    armed: idsOf(sentOrLive.filter(isArmed)),
    hurdles: live.map(({ terms }) => effectiveHurdle(terms)).sort((a, b) => a - b),
    openLocates: [...state.locates.values()].filter(({ outcome }) => !outcome).map((each) => each.locateId),
  }
}

/** The actual content. */
function quickly({ index }: State): ReturnType<typeof slowly> {
  const all = <T>(sets: Iterable<Iterable<T>>): T[] => [...sets].flatMap((each) => [...each])
  const sides = [...index.books.values()].flatMap(({ BUY, SELL }) => [BUY.adverts, SELL.adverts])
  return {
    open: idsOf(all([...index.openAdverts.values()].map((own) => own.values()))),
    live: idsOf(sides.flat()),
    waiting: idsOf(all(index.waiting.values())),
    armed: idsOf(all([...index.books.values()].map(({ armed }) => armed))),
    hurdles: index.hurdles.flatMap((count, hurdle) => Array<number>(count).fill(hurdle)),
    openLocates: [...index.openLocates.keys()],
  }
}

// rule: 1.9
test('the index equals the adverts, after any scenario and after a rebuild', () => {
  fc.assert(
    fc.property(anyPlan, anyScenario, (plan, scenario) => {
      const state = bookFromPlan(plan)
      for (const step of scenario) {
        const command = commandForStep(state, step)
        if (command) tryCommand(state, command)
        expect(quickly(state)).toEqual(slowly(state))
        for (const [securityId, { candidates, nearest, armed }] of state.index.books) {
          for (const advert of candidates) expect(advert.advertisementStatus).toBe('LIVE')
          if (candidates.size > 0) expect(state.index.securitiesToSearch.has(securityId)).toBe(true)
          if (nearest) expect(nearest).toEqual(triggerBoundsOf(armed))
        }
      }
      rebuildIndex(state)
      expect(quickly(state)).toEqual(slowly(state))
    }),
    { numRuns: 150 },
  )
})

test('each advert is indexed by firm and security, by exchange, and by security and side', () => {
  const calendar = calendarOf([{ from: 0, to: 480 }], [{ from: 30, to: 384 }])
  const state = world({ calendar })
  placeOrder(state, buyer)
  placeOrder(state, sells('birch', 10_000, { securityId: 'sony' }))
  perform(state, sweepAt('00:30', []))
  placeOrder(state, { ...armedBuyer, traderId: 'cypress' })
  perform(state, draftOf(buys('dogwood', 10_000), '06:30'))
  perform(state, submitOf('dogwood-1', buyer.terms, '06:31'))

  expect(openAdvert(state.index, 'alder', 'toyota')?.id).toBe('alder-1')
  expect(openAdvert(state.index, 'alder', 'sony')).toBeUndefined()
  expect(openAdvert(state.index, 'nobody', 'toyota')).toBeUndefined()
  expect(idsOf(state.index.books.get('toyota')?.BUY.adverts ?? [])).toEqual(['alder-1'])
  expect(idsOf(state.index.books.get('sony')?.SELL.adverts ?? [])).toEqual(['birch-1'])
  expect(idsOf(state.index.books.get('toyota')?.armed ?? [])).toEqual(['cypress-1'])
  expect(idsOf(state.index.waiting.get('XTKS') ?? [])).toEqual(['dogwood-1'])
})

test('a draft is indexed by its firm only', () => {
  const state = world()
  perform(state, draftOf(armedBuyer, '00:01'))

  expect(openAdvert(state.index, 'alder', 'toyota')?.id).toBe('alder-1')
  expect([state.index.books.size, state.index.waiting.size]).toEqual([0, 0])
})

test('a trigger is armed while its advert is SENT or LIVE; an advertising one only in SENT, until it has fired', () => {
  const { terms } = armedBuyer
  const advert = advertIn(book(armedBuyer), 'alder-1').toJSON()
  const armed = (more: Partial<AdvertFields>) => isArmed(Advert.from({ ...advert, terms, ...more }))

  expect(armed({})).toBe(true)
  expect(armed({ advertTriggerSatisfied: true })).toBe(false)
  expect(armed({ advertisementStatus: 'LIVE' })).toBe(false)
  for (const kind of ['knockoutTriggerActivated', 'indexRelativeKOTriggerActivated'] as const)
    expect(armed({ advertisementStatus: 'LIVE', terms: { ...terms, [kind]: true } })).toBe(true)
})

test('only an advertising trigger that has not fired keeps a sent advert waiting for the market', () => {
  const advert = advertIn(book(armedBuyer), 'alder-1')

  expect(awaitsNoTrigger(advert)).toBe(false)
  expect(awaitsNoTrigger({ terms: advert.terms, advertTriggerSatisfied: true })).toBe(true)
  expect(awaitsNoTrigger({ terms: buyer.terms, advertTriggerSatisfied: false })).toBe(true)
})

test("a dead advert's entry is removed, but not the entry of a later advert of the firm", () => {
  const state = book(buyer)
  const dead = advertIn(state, 'alder-1')
  perform(state, ownerCommand('cancelAdvert', 'alder-1', '00:05'))
  expect(openAdvert(state.index, 'alder', 'toyota')).toBeUndefined()

  placeOrder(state, buyer)
  enterIndex(state, dead)
  expect(openAdvert(state.index, 'alder', 'toyota')?.id).toBe('alder-2')
})

test('changing an advert removes its old entries and adds new ones', () => {
  const state = book(buyer)
  const advert = advertIn(state, 'alder-1')
  changeIndexed(state, advert, () => {
    advert.terms = { ...advert.terms, direction: 'SELL', credibilityHurdle: 41 }
  })
  expect(quickly(state)).toEqual(slowly(state))
  expect(idsOf(state.index.books.get('toyota')?.SELL.adverts ?? [])).toEqual(['alder-1'])

  leaveIndex(state, advert)
  expect(quickly(state)).toMatchObject({ live: [], armed: [], waiting: [], hurdles: [] })
})

test('live adverts are candidates once more after a rebuild of the index', () => {
  const state = book(buyer, sells('birch', 10_000, { credibilityHurdle: 100 }))
  perform(state, sweepAt('00:05'))
  expect(state.index.books.get('toyota')?.candidates.size).toBe(0)

  rebuildIndex(state)
  expect(idsOf(state.index.books.get('toyota')?.candidates ?? [])).toEqual(['alder-1', 'birch-1'])
})
