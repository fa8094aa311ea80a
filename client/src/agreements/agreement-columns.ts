import type { ConnectionAgreement } from '@aitai/contract/schemas/agreements.ts'
import { executedTotal } from '@aitai/engine/cost-analysis/ioi-figures.ts'
import { notExecutedBy } from '../shared/agreements/not-executed-by.ts'
import { agreementSecurityIn } from '../ui/format/equity-name.ts'
import { formatMid, formatNumber, formatTime } from '../ui/format/format.ts'
import { createRowFilter } from '../ui/table/row-filters.ts'
import type { TableColumn, TableTextContext } from '../ui/table/table-columns.ts'
import type { StaticTextKey } from '../ui/text/use-text.ts'
import { partyOf, type TradeSide, transactionTypesText } from './agreement-display.ts'

/**
 * The columns for search, filter and export. Passwords are not a column: they can be searched and are copied
 * with their row, but no file has them.
 */
type AgreementColumn = TableColumn<ConnectionAgreement, TableTextContext, AgreementColumnId>
export type AgreementColumnId =
  | 'locateTime'
  | 'security'
  | 'locationQuantity'
  | 'midPrice'
  | 'value'
  | 'type'
  | 'execution'
  | 'executedQuantity'
  | 'executedPrice'
  | 'executionReportedBy'
  | 'executionReportedAt'
  | `${TradeSide}-${'institution' | 'status' | 'confirmedBy' | 'confirmedAt'}`

type PartyHeaders = Readonly<Record<'institution' | 'status' | 'confirmedBy' | 'confirmedAt', StaticTextKey>>

const partyHeaders: Readonly<Record<TradeSide, PartyHeaders>> = {
  BUY: {
    institution: 'agreement.buy',
    status: 'agreement.buyStatus',
    confirmedBy: 'agreement.buyConfirmedBy',
    confirmedAt: 'agreement.buyConfirmedAt',
  },
  SELL: {
    institution: 'agreement.sell',
    status: 'agreement.sellStatus',
    confirmedBy: 'agreement.sellConfirmedBy',
    confirmedAt: 'agreement.sellConfirmedAt',
  },
}

/** Whether this side's password was received, in a word. */
export const partyStatusKey = (agreement: ConnectionAgreement, side: TradeSide) =>
  partyOf(agreement, side).received ? 'common.received' : 'common.pending'

/** What was reported about the execution, in a word. */
export function executionKey(agreement: ConnectionAgreement) {
  const executed = executedTotal(agreement.executions)
  if (executed)
    return executed.quantity < agreement.locationQuantity
      ? 'agreement.execution.PART'
      : 'agreement.execution.EXECUTED'
  return `agreement.execution.${notExecutedBy(agreement) ?? 'NONE'}` as const
}

function partyColumns(side: TradeSide): AgreementColumn[] {
  const headers = partyHeaders[side]
  const institution = (agreement: ConnectionAgreement): string => partyOf(agreement, side).institution
  const confirmedBy = (agreement: ConnectionAgreement): string => partyOf(agreement, side).confirmedBy ?? ''
  const confirmedAt = (agreement: ConnectionAgreement): number | null => partyOf(agreement, side).confirmedAt
  const status: AgreementColumn['shown'] = (agreement, { text }) => text(partyStatusKey(agreement, side))
  return [
    {
      id: `${side}-institution`,
      header: headers.institution,
      kind: 'text',
      value: institution,
      shown: institution,
      // A caller names a password, by which the broker searches the row.
      alsoFoundBy: (agreement) => [partyOf(agreement, side).password],
    },
    {
      id: `${side}-status`,
      header: headers.status,
      kind: 'choice',
      value: status,
      shown: status,
      choice: (agreement) => partyStatusKey(agreement, side),
    },
    {
      id: `${side}-confirmedBy`,
      header: headers.confirmedBy,
      kind: 'text',
      value: confirmedBy,
      shown: confirmedBy,
    },
    {
      id: `${side}-confirmedAt`,
      header: headers.confirmedAt,
      kind: 'time',
      value: confirmedAt,
      shown: (agreement) => {
        const at = confirmedAt(agreement)
        return at === null ? '' : formatTime(at)
      },
    },
  ]
}

const execution: AgreementColumn['shown'] = (agreement, { text }) => text(executionKey(agreement))
/** Who reported last, and when. */
const reportedBy = ({ notExecuted, executions }: ConnectionAgreement): string =>
  notExecuted?.reportedBy ?? executions.at(-1)?.reportedBy ?? ''
const reportedAt = ({ notExecuted, executions }: ConnectionAgreement): number | null =>
  notExecuted?.reportedAt ?? executions.at(-1)?.reportedAt ?? null

const legs: AgreementColumn['shown'] = (agreement, { text }) => transactionTypesText(agreement, text)
const security: AgreementColumn['shown'] = (agreement, { language }) =>
  agreementSecurityIn(language, agreement)

export const agreementColumns: readonly AgreementColumn[] = [
  {
    id: 'locateTime',
    header: 'agreement.time',
    kind: 'time',
    value: ({ locateTime }) => locateTime,
    shown: ({ locateTime }) => formatTime(locateTime),
  },
  {
    id: 'security',
    header: 'agreement.security',
    kind: 'text',
    value: security,
    shown: security,
    alsoFoundBy: ({ securityName, securityLocalName }) => [securityName, securityLocalName],
  },
  {
    id: 'locationQuantity',
    header: 'agreement.quantity',
    kind: 'number',
    value: ({ locationQuantity }) => locationQuantity,
    shown: ({ locationQuantity }) => formatNumber(locationQuantity),
  },
  {
    id: 'midPrice',
    header: 'agreement.mid',
    kind: 'number',
    value: ({ midPrice }) => midPrice,
    shown: ({ midPrice }) => formatMid(midPrice),
  },
  {
    id: 'value',
    header: 'agreement.value',
    kind: 'number',
    value: ({ jpynotional }) => jpynotional,
    shown: ({ jpynotional }) => formatNumber(jpynotional),
  },
  {
    id: 'type',
    header: 'agreement.type',
    kind: 'choice',
    value: legs,
    shown: legs,
    choice: ({ connectionAgreementType }) => `agreement.leg.${connectionAgreementType}`,
  },
  ...partyColumns('BUY'),
  ...partyColumns('SELL'),
  {
    id: 'execution',
    header: 'agreement.execution',
    kind: 'choice',
    value: execution,
    shown: execution,
    choice: executionKey,
  },
  {
    id: 'executedQuantity',
    header: 'agreement.executedQuantity',
    kind: 'number',
    value: (agreement) => executedTotal(agreement.executions)?.quantity ?? null,
    shown: (agreement) => {
      const executed = executedTotal(agreement.executions)
      return executed ? formatNumber(executed.quantity) : ''
    },
  },
  {
    id: 'executedPrice',
    header: 'agreement.executedPrice',
    kind: 'number',
    value: (agreement) => executedTotal(agreement.executions)?.price ?? null,
    shown: (agreement) => {
      const executed = executedTotal(agreement.executions)
      return executed ? formatMid(executed.price) : ''
    },
  },
  {
    id: 'executionReportedBy',
    header: 'agreement.executionReportedBy',
    kind: 'text',
    value: reportedBy,
    shown: reportedBy,
  },
  {
    id: 'executionReportedAt',
    header: 'agreement.executionReportedAt',
    kind: 'time',
    value: reportedAt,
    shown: (agreement) => {
      const at = reportedAt(agreement)
      return at === null ? '' : formatTime(at)
    },
  },
]

/** Whether an agreement matches the filters. */
export const passesAgreementFilters = createRowFilter(agreementColumns)
