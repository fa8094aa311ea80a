import type { LocateNotification } from '@aitai/contract/schemas/locates.ts'
import { render, screen } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { initTexts } from '../../ui/text/use-text.ts'
import { LocateFacts } from './LocateFacts.tsx'

beforeAll(() => initTexts('En'))

const locate = {
  direction: 'BUY',
  locateQuantity: 40_000,
  midPrice: 2_905.5,
  stockMovePercentage: 0.84,
  indexMovePercentage: -0.31,
  transactionType: 'CASH_ONLY',
  residualPossible: false,
} as LocateNotification

// spec: 9.25
test('a long security name is truncated to 24 characters and shown in full on hover', () => {
  const name = 'Mitsubishi UFJ Financial Group'
  render(<LocateFacts locate={locate} ric="8306.T" name={name} />)

  const label = screen.getByTitle(`8306.T ${name}`)
  expect(label.textContent).toBe('8306.T Mitsubishi UFJ F…')
  expect(label.textContent).toHaveLength(24)
  screen.getByText('2,905.500')
  screen.getByText('+0.8 %')
})
