import { expect, test } from 'vitest'
import { advertIn, answerOf, buys, locatedPair, perform, sells } from '../../../../engine/test/book.ts'
import { createAutomaticActions } from './automatic-actions.ts'

const quotes = {
  sightingOf: (securityId: string) => ({ securityId, quote: null, run: [] }),
  usdJpy: () => 1_500_000,
}

/** Alder's IOI is to be resumed: birch has declined. */
function missed(): { state: ReturnType<typeof locatedPair>; events: ReturnType<typeof perform> } {
  const state = locatedPair(buys('alder', 10_000, { autoResumes: 1 }), sells('birch', 10_000))
  perform(state, answerOf(state, 'alder', 'ACCEPT', '00:05:01'))
  return { state, events: perform(state, answerOf(state, 'birch', 'DECLINE', '00:05:02')) }
}

// rule: 28.5
test('what an event makes due is asked for once, whether or not it is then refused', () => {
  const { state, events } = missed()
  const actions = createAutomaticActions(quotes, () => true)
  expect(actions.take(state, state.at)).toHaveLength(1)
  expect([actions.isPending, actions.take(state, state.at)]).toEqual([false, []])

  actions.note(state, events)
  expect(actions.isPending).toBe(true)
  // At the close, because there is no quote.
  const price = state.securities.get(advertIn(state, 'alder-1').securityId)?.closePrice
  expect(actions.take(state, state.at)).toEqual([
    { type: 'resumeAdvert', at: state.at, traderId: 'alder', advertId: 'alder-1', price, isAutomatic: true },
  ])
  expect([actions.isPending, actions.take(state, state.at)]).toEqual([false, []])
})

// rule: 28.5
test('of another state, as after a fail-over, everything that is still due is asked for', () => {
  const { state } = missed()
  const actions = createAutomaticActions(quotes, () => true)
  actions.take(state, state.at)
  actions.reset()
  expect(actions.take(state, state.at + 60_000)).toHaveLength(1)
  actions.reset()
  expect(actions.take(state, state.at + 60_001)).toEqual([])
})
