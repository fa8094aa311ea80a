import { expect, test } from 'vitest'
import { answerOf, book, buys, locatedPair, ownerCommand, perform, sells, sweepAt } from '../../test/book.ts'

const none = { upload: 0, cancel: 0, locate: 0, accept: 0, decline: 0, timeout: 0, triggerCancel: 0 }

test("the counts of a profile are the owner's actions, each counted once", () => {
  const state = locatedPair(buys('alder', 10_000), sells('birch', 10_000))
  perform(state, answerOf(state, 'alder', 'ACCEPT', '00:05:01'))
  perform(state, answerOf(state, 'birch', 'DECLINE', '00:05:02'))
  perform(state, ownerCommand('cancelAdvert', 'birch-1', '00:06'))

  const countsOf = (name: string) => state.traders.get(name)?.counts
  expect(countsOf('alder')).toEqual({ ...none, upload: 1, locate: 1, accept: 1 })
  expect(countsOf('birch')).toEqual({ ...none, upload: 1, cancel: 1, locate: 1, decline: 1 })
  expect(countsOf('cypress')).toEqual(none)
})

test('a missing answer counts as a timeout for the trader and not for the contra', () => {
  const state = locatedPair(buys('alder', 10_000), sells('birch', 10_000))
  perform(state, answerOf(state, 'alder', 'DECLINE', '00:05:01'))
  perform(state, sweepAt('00:06'))

  expect(state.traders.get('alder')?.counts).toEqual({ ...none, upload: 1, locate: 1, decline: 1 })
  expect(state.traders.get('birch')?.counts).toEqual({ ...none, upload: 1, locate: 1, timeout: 1 })
})

test('a draft, a pause and an expiry are not counted', () => {
  const state = book(buys('alder', 10_000, { duration: '60' }))
  perform(state, ownerCommand('pauseAdvert', 'alder-1', '00:06'))
  perform(state, sweepAt('02:00', []))

  expect(state.traders.get('alder')?.counts).toEqual({ ...none, upload: 1 })
})
