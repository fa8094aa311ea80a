import { yen } from '@aitai/engine/model/price.ts'
import { describe, expect, test } from 'vitest'
import { HandHistory } from './hand-market.ts'

const indexRelative = { indexRelativeKOTriggerActivated: true, indexRelativeKOTrigger: 300 }
/** A buys unless the stock, which closed at 2,000 yen, moves 3 % ahead of the index. */
const buying = (): HandHistory => new HandHistory().at('00:05').send('A', 'BUY', 6_000, indexRelative)

// docs/rules.md §11
describe('an index-relative knockout needs an index value', () => {
  test('without one a rise of 4 % ends nothing', () => {
    const history = buying().at('00:06').quote(2_080, { indexMove: null })
    history.at('00:06:02').quote(2_080, { indexMove: null }).sweep()

    expect(history.status('A')).toBe('LIVE')
  })
  test('with one it ends the advert as soon as two quotes have it', () => {
    const history = buying().at('00:06').quote(2_080, { indexMove: null })
    history.at('00:06:02').quote(2_080, { indexMove: 0 }).sweep()
    history.at('00:06:02.999').quote(2_080, { indexMove: 0 }).sweep()

    expect(history.status('A')).toBe('LIVE')

    history.at('00:06:03').quote(2_080, { indexMove: 100 }).sweep()
    expect(history.all('advertCancelled')).toMatchObject([{ causeOfDeath: 'INDEX_RELATIVE_CANCEL' }])
  })
  test('an index that rises with the stock ends nothing', () => {
    const history = buying().at('00:06').quote(2_080, { indexMove: 101 })
    history.at('00:06:02').quote(2_080, { indexMove: 101 }).sweep()

    expect(history.status('A')).toBe('LIVE')
  })
  test('a knockout by price needs none', () => {
    const knockout = { knockoutTriggerActivated: true, knockoutTrigger: 2_010 * yen }
    const history = new HandHistory().at('00:05').send('A', 'BUY', 6_000, knockout)
    history.at('00:06').quote(2_011, { indexMove: null })
    history.at('00:06:02').quote(2_011, { indexMove: null }).sweep()

    expect(history.all('advertCancelled')).toMatchObject([{ causeOfDeath: 'CANCEL_TRIGGER' }])
  })
})

const ahead = (history: HandHistory, clock: string, ms: number): HandHistory => {
  history.at(clock)
  return history.quote(2_000, { at: history.now + ms })
}

// docs/rules.md §12
describe('a quote that is stamped ahead of its receipt', () => {
  const resting = (): HandHistory => new HandHistory().at('00:05').send('A', 'BUY', 6_000)
  const located = (): HandHistory => resting().send('B', 'SELL', 6_000).calmUntil('00:06').sweep()

  test('makes no true one late, so two malformed ones around it are not consecutive', () => {
    const history = ahead(resting(), '00:06', 20_000).at('00:06:11').quote(2_000)
    ahead(history, '00:06:12', 20_000).sweep()

    expect(history.status('A')).toBe('LIVE')
  })
  test('is malformed: the second one after a second ends what is live', () => {
    const history = ahead(ahead(resting(), '00:06', 20_000), '00:06:01', 1_001).sweep()

    expect(history.all('advertCancelled')).toMatchObject([{ causeOfDeath: 'MALFORMED_MARKET' }])
  })
  test('makes no true one late in its last second either', () => {
    const history = ahead(resting().send('B', 'SELL', 6_000).calmUntil('00:06'), '00:06:01', 4_000)
    history.at('00:06:04.500').quote(2_000).at('00:06:14.500').quote(2_000).sweep()

    expect(history.located).toEqual(['A × B'])
  })
  test('does not become fresh when its time has come', () => {
    const history = ahead(resting().send('B', 'SELL', 6_000).calmUntil('00:06'), '00:06:01', 4_000)
    history.at('00:06:06').sweep()

    expect(history.located).toEqual([])
  })
  test('does not become fresh for a locate when its time has come: void at the deadline', () => {
    const history = ahead(located(), '00:06:30', 1_001).at('00:06:31.501').sweep()

    expect(history.all('locateFailed')).toEqual([])
    expect(history.all('locateWithdrawn')).toMatchObject([{ scores: { BUY: null, SELL: null } }])
  })
  test('does not become fresh for an answer when its time has come: void after both', () => {
    const history = ahead(located(), '00:06:05', 4_000).at('00:06:10')
    history.answer('A', 'ACCEPT').answer('B', 'ACCEPT')

    expect(history.all('connectionAgreed')).toEqual([])
    expect(history.all('locateWithdrawn')).toMatchObject([{ scores: { BUY: null, SELL: null } }])
  })
  test('excuses no decline when its time has come', () => {
    const history = located().at('00:06:05')
    history
      .quote(2_040, { at: history.now + 4_000 })
      .at('00:06:10')
      .answer('A', 'DECLINE')

    expect(history.all('locateAnswered')).toMatchObject([{ excused: false }])
  })
  test('by up to a second is as good as any', () => {
    const history = ahead(resting().send('B', 'SELL', 6_000).calmUntil('00:06'), '00:06:01', 1_000)
    history.sweep()

    expect(history.located).toEqual(['A × B'])
  })
})
