import type { CostAnalysis, CostSummary } from '@aitai/contract/schemas/cost-analysis.ts'
import { useState } from 'react'
import { Tabs } from '../ui/controls/Tabs.tsx'
import { Side } from '../ui/labels/Side.tsx'
import { columnHeader } from '../ui/table/table-columns.ts'
import {
  type CostTextContext,
  costColumns,
  costTableColumns,
  summaryCells,
  summaryHeaders,
} from './cost-columns.ts'
import './cost-tables.css'

const groups = ['agreement', 'day', 'security', 'side', 'broker'] as const
type Group = (typeof groups)[number]

interface TablesProps {
  analysis: CostAnalysis
  context: CostTextContext
  nameOf: (securityId: string) => string
}

/** The figures of each agreement, and their sums by day, security, side and broker. */
export function CostTables({ analysis, context, nameOf }: TablesProps) {
  const { text } = context
  const [group, setGroup] = useState<Group>('agreement')
  const summaries = {
    day: { rows: analysis.byDay, labelOf: (key: string) => key },
    security: { rows: analysis.bySecurity, labelOf: nameOf },
    side: {
      rows: analysis.byDirection,
      labelOf: (key: string) => text(`common.${key === 'BUY' ? 'BUY' : 'SELL'}`),
    },
    broker: { rows: analysis.byBroker, labelOf: context.brokerName },
  }
  return (
    <section className="cost-tables">
      <Tabs
        label={text('costs.group')}
        idPrefix="cost-tab"
        controls="cost-table"
        tabs={groups.map((tab) => ({ tab, label: text(`costs.by.${tab}`) }))}
        chosen={group}
        onChoose={setGroup}
      />
      <div
        id="cost-table"
        role="tabpanel"
        aria-labelledby={`cost-tab-${group}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, which must work without a mouse
        tabIndex={0}
        className="cost-table"
      >
        {group === 'agreement' ? (
          <AgreementTable analysis={analysis} context={context} />
        ) : (
          <SummaryTable
            {...summaries[group]}
            header={text(`costs.column.${group}`)}
            total={analysis.total}
            context={context}
          />
        )}
      </div>
    </section>
  )
}

type CostColumn = (typeof costColumns)[number]

/** What a cell cannot show: a whole name, and what a price is. */
function titleOf(
  { id, shown }: CostColumn,
  row: CostAnalysis['agreements'][number],
  context: CostTextContext,
): string | undefined {
  if (id === 'security' || id === 'broker') return shown(row, context)
  return id === 'price' ? context.text(row.isExecuted ? 'costs.executed' : 'costs.atMid') : undefined
}

function AgreementTable({ analysis, context }: Omit<TablesProps, 'nameOf'>) {
  const isOneDay = analysis.from === analysis.to
  const shown = costTableColumns.map((ids) =>
    ids
      .filter((id) => !(isOneDay && id === 'day'))
      .flatMap((id) => costColumns.filter((column) => column.id === id)),
  )
  return (
    <table className="cost-agreements">
      <thead>
        <tr>
          {shown.map((lines) => (
            <th key={lines[0]?.id} scope="col" data-kind={lines[0]?.kind} data-column={lines[0]?.id}>
              {lines.map((column) => (
                <span key={column.id} className="cost-line">
                  {columnHeader(column, context)}
                </span>
              ))}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {analysis.agreements.map((row) => (
          <tr key={row.locateNotificationId}>
            {shown.map((lines) => (
              <td key={lines[0]?.id} data-kind={lines[0]?.kind} data-column={lines[0]?.id}>
                {lines.map((column) => (
                  <CostLine key={column.id} {...{ column, row, context }} />
                ))}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface LineProps {
  column: CostColumn
  row: CostAnalysis['agreements'][number]
  context: CostTextContext
}

/** One figure of an agreement. */
function CostLine({ column, row, context }: LineProps) {
  return (
    <span className="cost-line" title={titleOf(column, row, context)}>
      {column.id === 'direction' ? <Side direction={row.direction} /> : column.shown(row, context)}
      {column.id === 'price' && !row.isExecuted ? <span className="cost-at-mid">*</span> : null}
    </span>
  )
}

interface SummaryProps {
  header: string
  rows: readonly CostSummary[]
  labelOf: (key: string) => string
  total: CostSummary
  context: CostTextContext
}

function SummaryTable({ header, rows, labelOf, total, context: { text } }: SummaryProps) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{header}</th>
          {summaryHeaders.map((name) => (
            <th key={name} scope="col" data-kind="number">
              {text(name)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <SummaryRow key={row.key} label={labelOf(row.key)} row={row} />
        ))}
      </tbody>
      <tfoot>
        <SummaryRow label={text('costs.total')} row={total} />
      </tfoot>
    </table>
  )
}

function SummaryRow({ label, row }: { label: string; row: CostSummary }) {
  return (
    <tr>
      <th scope="row">{label}</th>
      {summaryCells(row).map((cell, index) => (
        <td key={summaryHeaders[index]} data-kind="number">
          {cell}
        </td>
      ))}
    </tr>
  )
}
