import type { ConnectionAgreement } from '@aitai/contract/schemas/agreements.ts'
import { expect, test } from 'vitest'
import { type BulkReport, pendingSides, planReport } from './bulk-reports.ts'

const open = {
  locationQuantity: 10_000,
  buyStatus: false,
  sellStatus: false,
  notExecuted: null,
  executions: [],
  executionReportPossible: true,
  undoPossible: true,
} as unknown as ConnectionAgreement
const executed = (quantity: number): ConnectionAgreement =>
  ({ ...open, executions: [{ quantity, price: 100 }] }) as unknown as ConnectionAgreement

const agreements = {
  open,
  oneSide: { ...open, buyStatus: true },
  received: { ...open, buyStatus: true, sellStatus: true },
  executed: executed(10_000),
  partlyExecuted: executed(4_000),
  notExecuted: { ...open, notExecuted: { reportedAt: 1, sides: ['BUY'], reportedBy: null } },
  // The day of the agreement is over; executions can be reported for one more day, and then no longer.
  yesterday: { ...open, undoPossible: false },
  older: { ...open, undoPossible: false, executionReportPossible: false },
} satisfies Record<string, ConnectionAgreement>

type Name = keyof typeof agreements

const planned = (report: BulkReport): Partial<Record<Name, string>> => {
  const names = Object.keys(agreements) as Name[]
  const { included, skipped } = planReport(
    report,
    names.map((name) => agreements[name]),
  )
  const resultOf = (agreement: ConnectionAgreement): string =>
    included.includes(agreement)
      ? 'included'
      : (skipped.find((each) => each.agreement === agreement)?.reason ?? '')
  return Object.fromEntries(names.map((name) => [name, resultOf(agreements[name])]))
}

test('the pending sides are those whose passwords are not confirmed', () => {
  const sell = { ...open, sellStatus: true }
  const { oneSide, received } = agreements

  expect([open, oneSide, sell, received].map(pendingSides)).toEqual([['BUY', 'SELL'], ['SELL'], ['BUY'], []])
})

test('a confirmation is for every side that is pending, on any day', () => {
  expect(planned('confirm')).toEqual({
    open: 'included',
    oneSide: 'included',
    received: 'received',
    executed: 'included',
    partlyExecuted: 'included',
    notExecuted: 'notExecuted',
    yesterday: 'included',
    older: 'included',
  })
})

// rule: 24.8, 24.10
test('an execution of the whole quantity is reported only where nothing is reported yet', () => {
  expect(planned('executed')).toEqual({
    open: 'included',
    oneSide: 'included',
    received: 'included',
    executed: 'executed',
    partlyExecuted: 'partlyExecuted',
    notExecuted: 'notExecuted',
    yesterday: 'included',
    older: 'reportsOver',
  })
})

// rule: 24.2, 24.10
test('that nothing was executed is reported on the day of the agreement, and only without a report', () => {
  expect(planned('notExecuted')).toEqual({
    open: 'included',
    oneSide: 'included',
    received: 'included',
    executed: 'hasExecutions',
    partlyExecuted: 'hasExecutions',
    notExecuted: 'notExecuted',
    yesterday: 'notExecutedOver',
    older: 'notExecutedOver',
  })
})
