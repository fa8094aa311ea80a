import { defaultLimits, type ProbingLimits } from '@aitai/engine/model/limits.ts'
import { yen } from '@aitai/engine/model/price.ts'
import { describe, expect, test } from 'vitest'
import { HandHistory } from './hand-market.ts'

const withProbing = (probing: Partial<ProbingLimits>): HandHistory =>
  new HandHistory({
    limits: { probing: { ...defaultLimits.probing, ...probing }, withdrawalCooldownMs: 1_000 },
  })

// docs/rules.md §21
describe('a raise or a flip rests before it is located', () => {
  test('the first for a minute, the second for two', () => {
    const history = new HandHistory().at('00:05').send('A', 'SELL', 6_000)
    history.at('00:06').modify('A', { shareQuantity: 7_000 })
    history.at('00:06:10').modify('A', { shareQuantity: 7_100 })
    history.at('00:06:20').send('B', 'BUY', 6_000).calmUntil('00:08:09.999').sweep()

    expect(history.located).toEqual([])
    expect(history.at('00:08:10').sweep().located).toEqual(['B × A'])
  })
  test('at most for 16 minutes', () => {
    const history = new HandHistory().at('00:05').send('A', 'SELL', 6_000)
    for (let lots = 61; lots <= 67; lots += 1) history.modify('A', { shareQuantity: lots * 100 })
    history.send('B', 'BUY', 6_000).calmUntil('00:20:59.999').sweep()

    expect(history.located).toEqual([])
    expect(history.at('00:21').sweep().located).toEqual(['B × A'])
  })
  test('the rest goes on in a smaller advert that is sent instead', () => {
    const history = new HandHistory().at('00:05').send('A', 'SELL', 6_000)
    history.at('00:06').modify('A', { shareQuantity: 7_000 }).at('00:06:10').cancel('A')
    history.at('00:06:20').send('A', 'SELL', 6_000).send('B', 'BUY', 6_000)
    history.calmUntil('00:06:59').sweep()

    expect(history.located).toEqual([])
    expect(history.at('00:07').sweep().located).toEqual(['B × A'])
  })
  test('a new advert on the other side rests, one of the same size and side does not', () => {
    const history = new HandHistory().at('00:05').send('A', 'SELL', 6_000).cancel('A')
    history.at('00:06').send('A', 'SELL', 6_000).send('B', 'BUY', 6_000).calmUntil('00:06:30').sweep()

    expect(history.located).toEqual(['B × A'])

    const flipped = new HandHistory().at('00:05').send('A', 'BUY', 6_000).cancel('A')
    flipped.at('00:06').send('A', 'SELL', 6_000).send('B', 'BUY', 6_000).calmUntil('00:06:59').sweep()
    expect(flipped.located).toEqual([])
    expect(flipped.at('00:07').sweep().located).toEqual(['B × A'])
  })
})

// docs/rules.md §21
test('after three withdrawals in a security an institution is not located there that day', () => {
  const history = withProbing({})
  history.at('00:05').send('A', 'BUY', 6_000).send('B', 'SELL', 6_000)
  for (const minute of ['06', '07', '08', '09', '10']) {
    history.calmUntil(`00:${minute}`).sweep()
    history.at(`00:${minute}:31`).quote(2_000, { ask: 2_100 * yen })
    history.at(`00:${minute}:32`).sweep()
  }

  expect(history.located).toEqual(['A × B', 'A × B', 'A × B'])
})

// docs/rules.md §21
test('a trader with too many unconfirmed agreements is not located until the broker confirms one', () => {
  const history = withProbing({ openHandoversPerTrader: 2 })
  for (const [contra, minute] of [
    ['B', '06'],
    ['C', '07'],
    ['D', '08'],
  ] as const) {
    history.send('A', 'BUY', 6_000).send(contra, 'SELL', 6_000).calmUntil(`00:${minute}`).sweep()
    if (contra !== 'D') history.answer('A', 'ACCEPT').answer(contra, 'ACCEPT')
  }

  expect(history.located).toEqual(['A × B', 'A × C'])
  expect(history.confirm('A').sweep().located).toEqual(['A × B', 'A × C', 'A × D'])
})
