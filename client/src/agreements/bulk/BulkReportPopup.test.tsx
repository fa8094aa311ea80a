import type { ConnectionAgreement } from '@aitai/contract/schemas/agreements.ts'
import { textIn } from '@aitai/messages/texts.ts'
import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderInStore } from '../../../test/support/render-in-store.tsx'
import type { RunResult } from '../../shared/bulk/run-sequentially.ts'
import { BulkReportPopup } from './BulkReportPopup.tsx'
import type { BulkReportControls, BulkReportRun } from './use-bulk-report.ts'

const agreement = {
  connectionAgreementId: 'c1',
  securityName: '7203.T - Toyota Motor',
  securityLocalName: '7203.T - トヨタ自動車',
  locationQuantity: 10_000,
  midPrice: 2_905.5,
  jpynotional: 29_055_000,
  executions: [],
  buyOrganizationName: 'Alder',
  sellOrganizationName: 'Birch',
  buyStatus: false,
  sellStatus: false,
} as unknown as ConnectionAgreement

const finished = (outcome: RunResult<ConnectionAgreement>['outcome']): BulkReportRun => ({
  phase: 'over',
  report: 'executed',
  included: [agreement],
  skipped: [],
  results: [{ item: agreement, outcome, failure: null }],
  isStopping: false,
  openedAt: 0,
})

test.each([
  ['done', false],
  ['refused', true],
  ['left', true],
] as const)(
  'after a report that was %s, the popup says that it can be tried again: %s',
  (outcome, isSaid) => {
    renderInStore(<BulkReportPopup bulk={{} as BulkReportControls} run={finished(outcome)} />)

    const again = screen.queryByText(textIn('En', 'agreement.bulk.again'))
    expect(again !== null).toBe(isSaid)
  },
)

const reviewed = (report: BulkReportRun['report'], included = [agreement]): BulkReportRun => ({
  ...finished('left'),
  phase: 'review',
  report,
  included,
  results: [],
})

test('a review of a confirmation counts the passwords that are pending, and asks nothing', () => {
  const oneSide = { ...agreement, connectionAgreementId: 'c2', buyStatus: true }
  renderInStore(
    <BulkReportPopup bulk={{} as BulkReportControls} run={reviewed('confirm', [agreement, oneSide])} />,
  )

  const totals = document.querySelector('.bulk-report-totals')?.textContent?.split(' · ')
  expect(totals?.slice(0, 2)).toEqual([
    textIn('En', 'agreement.bulk.count', { count: 2 }),
    textIn('En', 'agreement.bulk.passwords', { count: 3 }),
  ])
  expect(screen.queryByRole('radio')).toBeNull()
})

test('a review of executions asks for their time and needs nobody at fault', () => {
  const send = vi.fn()
  renderInStore(
    <BulkReportPopup bulk={{ send } as unknown as BulkReportControls} run={reviewed('executed')} />,
  )
  fireEvent.click(screen.getByRole('radio', { name: textIn('En', 'agreement.bulk.at.locate') }))
  fireEvent.click(
    screen.getByRole('button', { name: textIn('En', 'agreement.bulk.send.executed', { count: 1 }) }),
  )

  expect(send.mock.calls).toEqual([[{ atFault: null, executedAt: 'locate' }]])
})
