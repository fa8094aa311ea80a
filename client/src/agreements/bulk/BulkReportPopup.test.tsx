import type { ConnectionAgreement } from '@aitai/contract/schemas/agreements.ts'
import { textIn } from '@aitai/messages/texts.ts'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
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
] as const)('after a report that was %s, that it can be tried again is said: %s', (outcome, isSaid) => {
  renderInStore(<BulkReportPopup bulk={{} as BulkReportControls} run={finished(outcome)} />)

  const again = screen.queryByText(textIn('En', 'agreement.bulk.again'))
  expect(again !== null).toBe(isSaid)
})
