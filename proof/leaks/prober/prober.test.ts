import { expect, test } from 'vitest'
import { allOff, allOn, measureProber } from './prober.ts'
import { strategies } from './strategies.ts'

/** The command measures all strategies; these two take the cheapest way and the way around a score. */
const sample = strategies.filter(({ name }) => /^(descending|knockout)/.test(name))

// rule: 21.1, 21.4
test.each(sample)('a prober pays, and would learn much more without defences: $name', (strategy) => {
  const result = measureProber(strategy, allOn, 1)
  const free = measureProber(strategy, allOff, 1)

  expect(result.foundPerTrader).toBeLessThanOrEqual(10)
  expect(result.perSecurity).toBeLessThanOrEqual(3)
  expect(result.rating).toBeLessThan(41)
  expect(free.foundPerTrader).toBeGreaterThan(2 * result.foundPerTrader)
  expect(free.sizeLearnedPercent).toBeGreaterThan(90)
})

// rule: 24.4
test('reports that nothing was executed end the day of a prober who accepts and walks away', () => {
  const strategy = strategies.find(({ accepts }) => accepts)
  if (!strategy) throw new Error('no strategy accepts')
  const { lastLocateMinute, rating } = measureProber(strategy, allOn, 1)

  // Without reports the last locate is after four hours, and the rating is 100.
  expect(lastLocateMinute).toBeLessThan(60)
  expect(rating).toBeLessThan(41)
})
