import { expect, test } from 'vitest'
import { ownPositions } from './own-positions.ts'

const agreed = (securityId: string, direction: 'BUY' | 'SELL', locateQuantity: number, more = {}) => ({
  securityId,
  direction,
  locateQuantity,
  notExecuted: null,
  ...more,
})

test('a position is what was bought less what was sold in its security, with what was executed of each', () => {
  const executions = [3_000, 1_000].map((quantity) => ({
    quantity,
    price: 2_900,
    executedAt: 0,
    reportedAt: 0,
  }))
  const positions = ownPositions([
    agreed('toyota', 'BUY', 10_000, { executions }),
    agreed('sony', 'SELL', 500),
    agreed('toyota', 'SELL', 12_000),
    agreed('toyota', 'BUY', 1_000),
  ])

  expect(positions.get('toyota')).toEqual({
    net: -1_000,
    agreed: { BUY: 11_000, SELL: 12_000 },
    executed: { BUY: 4_000, SELL: 0 },
  })
  expect(positions.get('sony')?.net).toBe(-500)
})

test('an agreement of which nothing was executed is no position', () => {
  const notExecuted = { reportedAt: 0, by: 'CONTRA' as const }
  expect([...ownPositions([agreed('toyota', 'BUY', 10_000, { notExecuted })])]).toEqual([])
})
