import type {
  ChangedEquity,
  EquityImport,
  NamedEquity,
} from '@aitai/contract/schemas/console/reference-data.ts'
import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/controls/Button.tsx'
import { equityTitleIn } from '../../ui/format/equity-name.ts'
import { formatNumber } from '../../ui/format/format.ts'
import { type StaticTextKey, useLanguage, useText } from '../../ui/text/use-text.ts'
import { FactList } from '../FactList.tsx'
import { ChangesPart } from './ChangesPart.tsx'
import { useRemarkText } from './use-remark-text.ts'

/** Whether a file of securities would change nothing. */
export const isSameEquities = ({ added, changed, removed, moved, ratios, delisted }: EquityImport): boolean =>
  [added, changed, removed, ratios, delisted].every(({ length }) => length === 0) && moved === 0

/** What a file of securities would change: what is added, changed and gone, by name. */
export function EquityChanges({ result }: { result: EquityImport }) {
  const text = useText()
  const remarkText = useRemarkText()
  const { added, changed, removed, moved, unchanged, ratios, delisted, skipped } = result
  const counts = [
    ['operations.equities.added', added.length],
    ['operations.equities.changed', changed.length],
    ['operations.equities.gone', removed.length],
    ['operations.equities.moved', moved],
    ['operations.equities.unchanged', unchanged],
  ] as const satisfies readonly (readonly [StaticTextKey, number])[]
  return (
    <div className="changes">
      <FactList
        className="changes-counts"
        facts={counts.map(([key, count]) => [text(key), formatNumber(count)])}
      />
      <SecurityNames title={text('operations.equities.added')} names={added} />
      <SecurityNames title={text('operations.equities.gone')} names={removed} />
      <DelistedRics title={text('operations.equities.delisted')} rics={delisted} />
      {changed.length > 0 && (
        <ChangesPart title={text('operations.equities.changed')}>
          <ChangedSecurities rows={changed} />
        </ChangesPart>
      )}
      {ratios.length > 0 && (
        <ChangesPart title={text('operations.equities.ratios')}>
          <ul className="changes-lines">
            {ratios.map(({ ric, ratio, from }) => (
              <li key={`${ric} ${from}`}>
                <b>{ric}</b> {text('operations.equities.ratio', { ratio, day: from })}
              </li>
            ))}
          </ul>
        </ChangesPart>
      )}
      {skipped.length > 0 && (
        <ChangesPart title={text('operations.equities.skipped')}>
          <ul className="changes-lines">
            {skipped.map(({ line, why }) => (
              <li key={line}>
                <b>{text('operations.equities.line', { line })}</b> {remarkText(why)}
              </li>
            ))}
          </ul>
        </ChangesPart>
      )}
    </div>
  )
}

/** Securities by RIC and name: a new list may have thousands. */
function SecurityNames({ title, names }: { title: string; names: readonly NamedEquity[] }) {
  const language = useLanguage()
  const { shown, more } = useFirstRows(names)
  if (names.length === 0) return null
  return (
    <ChangesPart title={title}>
      <ul className="changes-names">
        {shown.map((equity) => (
          <li key={equity.ric}>{equityTitleIn(language, equity)}</li>
        ))}
      </ul>
      {more}
    </ChangesPart>
  )
}

function DelistedRics({ title, rics }: { title: string; rics: readonly string[] }) {
  if (rics.length === 0) return null
  return (
    <ChangesPart title={title}>
      <ul className="changes-names">
        {rics.map((ric) => (
          <li key={ric}>{ric}</li>
        ))}
      </ul>
    </ChangesPart>
  )
}

function ChangedSecurities({ rows }: { rows: readonly ChangedEquity[] }) {
  const text = useText()
  const language = useLanguage()
  const { shown, more } = useFirstRows(rows)
  return (
    <>
      <table className="console-table">
        <thead>
          <tr>
            <th scope="col">{text('operations.equities.security')}</th>
            <th scope="col">{text('operations.equities.what')}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ columns, ...equity }) => (
            <tr key={equity.ric}>
              <th scope="row">{equityTitleIn(language, equity)}</th>
              <td className="changes-columns">
                {columns.map(({ column, before, after }) => (
                  <ColumnChange key={column} column={column} before={before} after={after} />
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {more}
    </>
  )
}

const columns = [
  ...(['code', 'name', 'localName', 'kana', 'shortNames', 'tickTable', 'lotSize'] as const),
  ...(['closePrice', 'minPrice', 'maxPrice', 'averageDailyVolume', 'sector'] as const),
]
const isColumn = (name: string): name is (typeof columns)[number] =>
  (columns as readonly string[]).includes(name)

function ColumnChange({ column, before, after }: ChangedEquity['columns'][number]) {
  const text = useText()
  const shown = (value: string | number | null): string => {
    if (value === null || value === '') return text('operations.equities.empty')
    return typeof value === 'number' ? value.toLocaleString('en-US', { maximumFractionDigits: 4 }) : value
  }
  return (
    <span>
      {text('operations.equities.fromTo', {
        column: isColumn(column) ? text(`operations.column.${column}`) : column,
        before: shown(before),
        after: shown(after),
      })}
    </span>
  )
}

const rowsShownFirst = 100

/**
 * The first rows of a list, and the button that shows all: a file of each day changes the close of every security.
 */
function useFirstRows<T>(all: readonly T[]): { readonly shown: readonly T[]; readonly more: ReactNode } {
  const text = useText()
  const [isAllShown, setIsAllShown] = useState(false)
  if (isAllShown || all.length <= rowsShownFirst) return { shown: all, more: null }
  const more = (
    <div className="console-actions">
      <Button onClick={() => setIsAllShown(true)}>
        {text('operations.equities.more', { count: formatNumber(all.length) })}
      </Button>
    </div>
  )
  return { shown: all.slice(0, rowsShownFirst), more }
}
