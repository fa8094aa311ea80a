import { yen } from '@aitai/engine/model/price.ts'
import { describe, expect, test } from 'vitest'
import { calendarOf, twoSessions } from '../../../engine/test/book.ts'
import { HandHistory } from './hand-market.ts'

/*
 * Short histories whose outcome was worked out by hand from docs/rules.md, before the engine or the oracle was asked.
 */

// docs/rules.md §4
describe('time priority ranks adverts that rest, not the order of their drafts', () => {
  test('a resume puts an advert behind one that was sent before it', () => {
    const history = new HandHistory()
    history.at('00:05').send('A', 'SELL', 6_000).at('00:06').send('B', 'SELL', 6_000)
    history.at('00:07').pause('A').at('00:07:01').resume('A').sweep()
    history.at('00:08').send('C', 'BUY', 6_000).calmUntil('00:08:30').sweep()

    expect(history.located).toEqual(['C × B'])
  })
  test('a larger quantity puts an advert behind one that was sent before it', () => {
    const history = new HandHistory()
    history.at('00:05').send('A', 'SELL', 9_000).at('00:06').send('B', 'SELL', 10_000)
    history.at('00:07').modify('A', { shareQuantity: 10_000 }).sweep()
    history.at('00:09').send('C', 'BUY', 10_000).calmUntil('00:09:30').sweep()

    expect(history.located).toEqual(['C × B'])
  })
  test('an early draft buys no place', () => {
    const history = new HandHistory()
    history.at('00:05').draft('A', 'SELL', 6_000).at('00:06').send('B', 'SELL', 6_000).sweep()
    history.at('01:05').submit('A').at('01:06').send('C', 'BUY', 6_000)
    history.calmUntil('01:06:30').sweep()

    expect(history.located).toEqual(['C × B'])
  })
  test('an advert whose trigger fired in the morning queues from its resume at lunch', () => {
    const history = new HandHistory({ calendar: calendarOf(undefined, twoSessions) })
    const armed = { advertisingTriggerActivated: true, advertisingTrigger: 2_000 * yen }
    history.at('02:00').send('A', 'SELL', 6_000, armed).calmUntil('02:01').sweep()
    history.at('02:50').pause('A').at('03:00').resume('A').sweep()
    history.at('03:05').send('C', 'BUY', 6_000).at('03:10').send('B', 'SELL', 6_000).sweep()
    history.at('03:30').calmUntil('03:30:30').sweep()

    expect(history.all('advertTriggered')).toHaveLength(1)
    expect(history.located).toEqual(['C × A'])
  })
})
