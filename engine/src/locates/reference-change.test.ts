import { expect, test } from 'vitest'
import {
  agreedPair,
  bookIn,
  buys,
  draftOf,
  ownerCommand,
  perform,
  refusalCodeOf,
  residualOf,
  sells,
  setRating,
  submitOf,
  sweepAt,
} from '../../test/book.ts'
import { moment, world } from '../../test/world.ts'
import { decide } from '../decide.ts'
import { defaultLimits } from '../model/limits.ts'
import type { Security } from '../model/security.ts'
import { emptyState, type State } from '../model/state.ts'

const limits = { ...defaultLimits, ageing: { ...defaultLimits.ageing, tradingDays: 1 } }

test('new limits end the day before: ratings recover by the limits of the day that ends', () => {
  const state = world()
  setRating(state, 'alder', 40)
  const at = moment('00:00', '2026-11-24')
  const decision = decide(state, { type: 'changeReference', at, reference: { limits } })

  // Four days have ended, of the five that the old limits require; by the new ones one is enough.
  expect('events' in decision && decision.events.map(({ type }) => type)).toEqual([
    'tradingDayEnded',
    'referenceChanged',
  ])
})

test('on the same day, without limits, or in an empty journal, a change of reference data is one event', () => {
  const state = world()
  const [today, tomorrow] = [state.at + 1_000, moment('00:00', '2026-11-21')]
  const changes = [
    perform(state, { type: 'changeReference', at: today, reference: { limits } }),
    perform(world(), { type: 'changeReference', at: tomorrow, reference: { firms: [] } }),
    perform(emptyState(), { type: 'changeReference', at: today, reference: { limits } }),
  ]

  expect(changes.map((events) => events.map(({ type }) => type))).toEqual(
    changes.map(() => ['referenceChanged']),
  )
})

const delist = (state: State, securityId = 'toyota') => {
  const security = { ...(state.securities.get(securityId) as Security), isDelisted: true }
  return perform(state, { type: 'changeReference', at: state.at, reference: { securities: [security] } })
}

// rule: 26.4
test('a security that is delisted ends its adverts with a market error, and first withdraws their locates', () => {
  const state = bookIn(world(), buys('alder', 10_000), sells('birch', 10_000), buys('cypress', 10_000))
  perform(state, ownerCommand('pauseAdvert', 'cypress-1', '00:04'))
  const elsewhere = bookIn(state, buys('alder', 10_000, { securityId: 'sony' }))
  perform(elsewhere, sweepAt('00:05'))
  const events = delist(elsewhere)

  expect(events.map(({ type }) => type)).toEqual([
    'referenceChanged',
    'locateWithdrawn',
    'advertCancelled',
    'advertCancelled',
    'advertCancelled',
  ])
  expect(
    [...elsewhere.adverts.values()].map(({ securityId, errorCode, causeOfDeath }) => [
      securityId,
      errorCode,
      causeOfDeath,
    ]),
  ).toEqual([
    ['toyota', 'MARKET-ERROR-004', 'INACTIVE_MARKET'],
    ['toyota', 'MARKET-ERROR-004', 'INACTIVE_MARKET'],
    ['toyota', 'MARKET-ERROR-004', 'INACTIVE_MARKET'],
    ['sony', null, null],
  ])
  expect(delist(elsewhere).map(({ type }) => type)).toEqual(['referenceChanged'])
})

// rule: 26.4
test('in a delisted security nothing is drafted or sent, a draft from before included, and no residual created', () => {
  const order = buys('cypress', 10_000)
  const state = agreedPair('agreement', buys('alder', 30_000), sells('birch', 10_000))
  perform(state, draftOf(order, '00:06'))
  delist(state)

  expect(refusalCodeOf(state, submitOf('cypress-1', order.terms, '00:07'))).toBe('SECURITY-NOT-FOUND')
  expect(refusalCodeOf(state, draftOf(sells('birch', 10_000), '00:07', 'birch-2'))).toBe('SECURITY-NOT-FOUND')
  expect(refusalCodeOf(state, residualOf('alder-1', '00:07'))).toBe('ADVERT-ERROR-005')
})
