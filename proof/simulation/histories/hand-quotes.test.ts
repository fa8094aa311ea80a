import { describe, expect, test } from 'vitest'
import { HandHistory } from './hand-market.ts'

const ahead = (history: HandHistory, clock: string, ms: number): HandHistory => {
  history.at(clock)
  return history.quote(2_000, { at: history.now + ms })
}

// docs/rules.md §12
describe('a quote that is stamped ahead of its receipt', () => {
  const resting = (): HandHistory => new HandHistory().at('00:05').send('A', 'BUY', 6_000)

  test('makes no true one late, so two malformed ones around it are not consecutive', () => {
    const history = ahead(resting(), '00:06', 20_000).at('00:06:11').quote(2_000)
    ahead(history, '00:06:12', 20_000).sweep()

    expect(history.status('A')).toBe('LIVE')
  })
  test('is malformed: the second one after a second ends what is live', () => {
    const history = ahead(ahead(resting(), '00:06', 20_000), '00:06:01', 1_001).sweep()

    expect(history.all('advertCancelled')).toMatchObject([{ causeOfDeath: 'MALFORMED_MARKET' }])
  })
  test('does not become fresh when its time has come', () => {
    const history = ahead(resting().send('B', 'SELL', 6_000).calmUntil('00:06'), '00:06:01', 4_000)
    history.at('00:06:06').sweep()

    expect(history.located).toEqual([])
  })
  test('by up to a second is as good as any', () => {
    const history = ahead(resting().send('B', 'SELL', 6_000).calmUntil('00:06'), '00:06:01', 1_000)
    history.sweep()

    expect(history.located).toEqual(['A × B'])
  })
})
