import type { LocateNotification } from '@aitai/contract/schemas/locates.ts'
import type { Equity, MarketQuote } from '@aitai/contract/schemas/reference.ts'
import { cleanup, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderInStore } from '../../../test/support/render-in-store.tsx'
import { api } from '../../shared/api/desk-api.ts'
import { createStore } from '../../shared/store/store.ts'
import { LocateFacts, LocateSummary } from './LocateFacts.tsx'

const located = (more: Partial<LocateNotification> = {}): LocateNotification =>
  ({
    direction: 'BUY',
    securityId: 's',
    locateQuantity: 23_800,
    shareQuantity: 40_000,
    jpynotional: 69_150_900,
    usdnotional: 461_006,
    // Of 40,000 shares decay had left 32,400.
    residualQuantity: 8_600,
    midPrice: 2_905.5,
    stockMovePercentage: 0.84,
    indexMovePercentage: -0.31,
    transactionType: 'CASH_ONLY',
    residualPossible: true,
    answer: null,
    outcome: null,
    ...more,
  }) as LocateNotification

async function show(locate: LocateNotification, name = 'Toyota Motor', midPrice: number | null = 2_906) {
  const store = createStore()
  // The dollar has moved since the locate.
  const quote = { securityId: 's', midPrice, bid: 2_905, ask: 2_907, usdJpy: 100 } as MarketQuote
  await store.dispatch(api.util.upsertQueryData('getQuote', { securityId: 's' }, quote))
  renderInStore(
    <LocateFacts
      locate={locate}
      ric="8306.T"
      name={name}
      equity={{ averageDailyVolume: 12_300_000, tickSize: 1 } as Equity}
    />,
    store,
  )
  return Object.fromEntries(
    [...document.querySelectorAll('.locate-facts > div')].map((fact) =>
      [...fact.children].map(({ textContent }) => textContent),
    ),
  )
}

// spec: 9.25
test('a long security name is truncated to 24 characters and shown in full on hover', async () => {
  const name = 'Mitsubishi UFJ Financial Group'
  await show(located(), name)

  const label = screen.getByTitle(`8306.T ${name}`)
  expect(label.textContent).toBe('8306.T Mitsubishi UFJ F…')
  expect(label.textContent).toHaveLength(24)
  screen.getByText('2,905.500')
  screen.getByText('+0.8 %')
})

test('value in both currencies, share of the IOI and what remains, mid now in basis points, share of the volume', async () => {
  const facts = await show(located())

  screen.getByText('JPY 69.2m')
  screen.getByText('USD 0.5m')
  screen.getByText('59.5 % of 40,000 · 8,600 remain')
  expect(facts).toMatchObject({
    'Mid now': '2,906.000 +1.7 bp in your favour',
    'Bid × ask': '2,905 × 2,907',
    '% of ADV': '0.2 %',
    Residual: 'Possible',
  })
})

test('a full fill has no residual; a rest that is too small is not possible; without a fresh quote no mid', async () => {
  expect(
    await show(located({ locateQuantity: 40_000, residualQuantity: 0, residualPossible: false }), 'x', null),
  ).toMatchObject({
    Residual: 'None, full size',
    'Mid now': '–',
  })
  screen.getByText('100 % of 40,000')
  cleanup()

  expect(await show(located({ residualQuantity: 100, residualPossible: false }))).toMatchObject({
    Residual: 'Not possible',
  })
})

test('a move is in the favour of a buyer who is located below it, and against a seller', async () => {
  expect(await show(located({ direction: 'SELL' }))).toMatchObject({
    'Mid now': '2,906.000 +1.7 bp against you',
  })
  cleanup()
  expect(await show(located({ direction: 'SELL' }), 'x', 2_905)).toMatchObject({
    'Mid now': '2,905.000 −1.7 bp in your favour',
  })
  cleanup()
  expect(await show(located(), 'x', 2_905.5)).toMatchObject({ 'Mid now': '2,905.500 0.0 bp' })
})

test('an outcome needs one line: side, quantity, security and the mid that was agreed on', () => {
  renderInStore(<LocateSummary locate={located({ outcome: 'ACCEPTED' })} ric="7203.T" name="Toyota Motor" />)

  expect(document.querySelector('.locate-summary')?.textContent).toBe(
    '▲BUY23,8007203.T Toyota MotorLocate mid 2,905.500',
  )
})
