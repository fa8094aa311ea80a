import { yen } from '@aitai/engine/model/price.ts'
import { describe, expect, test } from 'vitest'
import { calendarOf, twoSessions } from '../../../engine/test/book.ts'
import { HandHistory } from './hand-market.ts'

/** A buys what B sells, at 2,000 yen, located at 00:06. */
const located = (): HandHistory => {
  const knockout = { knockoutTriggerActivated: true, knockoutTrigger: 2_010 * yen }
  const history = new HandHistory()
  history.at('00:05').send('A', 'BUY', 6_000, knockout).send('B', 'SELL', 6_000)
  return history.calmUntil('00:06').sweep()
}
const wide = { ask: 2_100 * yen }

// docs/rules.md §8
describe('a knockout is checked when an answer arrives', () => {
  test('the last acceptance makes no agreement once a knockout is reached', () => {
    const history = located().at('00:06:01').answer('B', 'ACCEPT')
    history.at('00:06:03').quote(2_011).at('00:06:05').quote(2_011)
    history.at('00:06:05.005').answer('A', 'ACCEPT')

    expect(history.all('connectionAgreed')).toEqual([])

    history.at('00:06:06').quote(2_000).sweep()
    expect(history.all('locateWithdrawn')[0]?.scores).toEqual({ BUY: 5, SELL: null })
    expect([history.status('A'), history.status('B')]).toEqual(['PAUSED', 'LIVE'])
  })
  test('a knockout reached at the first answer counts although the price comes back before the tick', () => {
    const history = located().at('00:06:03').quote(2_011).at('00:06:05').quote(2_011)
    history.answer('A', 'ACCEPT').at('00:06:06').quote(2_000).answer('B', 'ACCEPT').sweep()

    expect(history.all('connectionAgreed')).toEqual([])
    expect(history.all('locateWithdrawn')[0]?.scores).toEqual({ BUY: 5, SELL: null })
  })
  test('one quote beyond the knockout, or two in less than a second, prevent nothing', () => {
    const history = located().at('00:06:04.100').quote(2_011).at('00:06:05').quote(2_011)
    history.answer('A', 'ACCEPT').answer('B', 'ACCEPT')

    expect(history.all('connectionAgreed')).toHaveLength(1)
  })
})

// docs/rules.md §8
describe('a market that stops being fresh does not end a locate', () => {
  test('two acceptances agree once the market is fresh again', () => {
    const history = located().at('00:06:02').quote(2_000, wide).sweep().at('00:06:15').sweep()

    expect(history.all('locateWithdrawn')).toEqual([])

    history.at('00:06:20').quote(2_004).answer('A', 'ACCEPT').answer('B', 'ACCEPT')
    expect(history.all('contraLocated')[0]?.midPrice).toBe(2_000 * yen)
    expect(history.all('connectionAgreed')).toHaveLength(1)
  })
  test('a locate is void if the market is not fresh when both have answered', () => {
    const history = located().at('00:06:02').quote(2_000, wide).answer('A', 'ACCEPT').answer('B', 'DECLINE')

    expect(history.all('locateFailed')).toEqual([])

    history.at('00:06:03').quote(2_000).sweep()
    const cooldownUntil = history.all('locateWithdrawn')[0]?.at
    expect(history.all('locateWithdrawn')).toMatchObject([{ scores: { BUY: null, SELL: null } }])
    expect(history.all('locateWithdrawn')[0]?.cooldownUntil).toBe(Number(cooldownUntil) + 5 * 60_000)
    expect([history.status('A'), history.status('B')]).toEqual(['LIVE', 'LIVE'])
  })
  test('a locate is void if the market is not fresh when the deadline passes, even after a decline', () => {
    const history = located().at('00:06:02').answer('B', 'DECLINE').at('00:06:25').quote(2_000, wide)
    history.at('00:06:31.500').sweep()

    expect(history.all('locateWithdrawn')).toEqual([])

    history.at('00:06:31.501').sweep()
    expect(history.all('locateFailed')).toEqual([])
    expect(history.all('locateWithdrawn')).toMatchObject([{ scores: { BUY: null, SELL: null } }])
  })
  test('a locate that nobody answers fails if the market is fresh again at the deadline', () => {
    const history = located().at('00:06:10').quote(2_000, wide).sweep()
    history.at('00:06:31').quote(2_000).at('00:06:31.501').sweep()

    expect(history.all('locateFailed')).toMatchObject([{ scores: { BUY: 0, SELL: 0 } }])
  })
  test('a halt of the exchange withdraws it at the next tick', () => {
    const history = located().at('00:06:02').quote(2_000, { condition: 'HALTED' }).sweep()

    expect(history.all('locateWithdrawn')).toMatchObject([{ scores: { BUY: null, SELL: null } }])
  })
})

// docs/rules.md §8
describe('a locate begins only if it can end', () => {
  const beforeLunch = (clock: string): readonly string[] => {
    const history = new HandHistory({ calendar: calendarOf(undefined, twoSessions), opens: '02:00' })
    history.at('02:05').send('A', 'BUY', 6_000).send('B', 'SELL', 6_000)
    return history.calmUntil(clock).sweep().located
  }

  test('not within the window and the grace before lunch', () => {
    // 30 s and 1.5 s before 02:29.
    expect(beforeLunch('02:28:28.499')).toEqual(['A × B'])
    expect(beforeLunch('02:28:28.500')).toEqual([])
    expect(beforeLunch('02:28:59')).toEqual([])
  })
  test('not before the market has been fresh for ten seconds', () => {
    const history = new HandHistory().at('00:05').send('A', 'BUY', 6_000).send('B', 'SELL', 6_000)
    history.at('00:06').quote(2_000).sweep().at('00:06:05').quote(2_000).sweep()
    history.at('00:06:09.999').sweep()

    expect(history.located).toEqual([])
    expect(history.at('00:06:10').sweep().located).toEqual(['A × B'])
  })
  test('a quote that is not fresh, or a pause of more than ten seconds, starts the ten seconds again', () => {
    const history = new HandHistory().at('00:05').send('A', 'BUY', 6_000).send('B', 'SELL', 6_000)
    history.at('00:06').quote(2_000).at('00:06:05').quote(2_000, wide).at('00:06:06').quote(2_000)
    history.at('00:06:11').quote(2_000).sweep()
    history.at('00:06:21.001').quote(2_000).sweep()

    expect(history.located).toEqual([])
    expect(history.at('00:06:31.001').sweep().located).toEqual(['A × B'])
  })
})
