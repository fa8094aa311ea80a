import { expect, test } from 'vitest'
import { book, buys, modifyOf, ownerCommand, perform, placeOrder, sells, sweepAt } from '../../test/book.ts'
import { moment, securityNamed } from '../../test/world.ts'
import { dueBy } from '../model/due-queue.ts'
import { yen } from '../model/price.ts'

test('an advert whose duration was extended leaves no old entry in the expiry queue', () => {
  const state = book(buys('alder', 10_000, { duration: '60' }), buys('birch', 10_000, { duration: '60' }))
  perform(state, modifyOf(state, 'alder-1', { duration: 'END_OF_DAY' }, '00:30'))
  perform(state, sweepAt('01:30'))
  placeOrder(state, sells('cypress', 10_000, { securityId: 'sony' }))
  perform(state, ownerCommand('cancelAdvert', 'cypress-1', '01:31'))

  expect(state.adverts.get('birch-1')?.causeOfDeath).toBe('EXPIRED')
  expect(state.adverts.get('alder-1')?.advertisementStatus).toBe('LIVE')
  expect(dueBy(state.index.expiries, state.at)).toEqual([])
})

test('an advert that reaches its expiry in a locate still expires afterwards', () => {
  const state = book(buys('alder', 10_000, { duration: '60' }), sells('birch', 10_000, { duration: '60' }))
  perform(state, sweepAt('00:59:50'))
  placeOrder(state, sells('cypress', 10_000, { securityId: 'sony' }))
  perform(state, ownerCommand('cancelAdvert', 'cypress-1', '01:00:10'))

  const lapsed = perform(state, sweepAt('01:01'))
  const expired = perform(state, sweepAt('01:01:01'))

  expect(lapsed.map(({ type }) => type)).toEqual(['locateFailed'])
  expect(expired.map(({ type }) => type)).toEqual(['advertExpired', 'advertExpired'])
})

test('the distance of the levels from the close is that of the day on which they were chosen', () => {
  const triggers = { advertisingTrigger: 1_980 * yen, knockoutTrigger: 2_100 * yen }
  const state = book(buys('alder', 10_000, triggers))
  const offsets = () => state.adverts.get('alder-1')?.offsets
  expect(offsets()).toEqual({ advertising: 100, knockout: 500 })

  const securities = [securityNamed('toyota', { closePrice: 2_050 * yen })]
  perform(state, { type: 'changeReference', at: moment('00:20'), reference: { securities } })
  expect(offsets()).toEqual({ advertising: 100, knockout: 500 })
  perform(
    state,
    modifyOf(state, 'alder-1', { advertisingTrigger: null, knockoutTrigger: 2_091 * yen }, '00:30'),
  )
  expect(offsets()).toEqual({ advertising: 100, knockout: 200 })
})
