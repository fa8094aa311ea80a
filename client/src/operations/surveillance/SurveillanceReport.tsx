import type {
  ShownSign,
  Surveillance,
  WatchedInstitution,
} from '@aitai/contract/schemas/console/surveillance.ts'
import { dayOfDate } from '@aitai/engine/calendar/trading-days.ts'
import { Fragment } from 'react'
import { Button } from '../../ui/controls/Button.tsx'
import { formatNumber, formatTradingDay } from '../../ui/format/format.ts'
import { type StaticTextKey, useLanguage, useText } from '../../ui/text/use-text.ts'
import { ConsolePart } from '../ConsolePart.tsx'

/** The report of a trading day: who looks like probing and why, then the figures of all. */
export function SurveillanceReport({ report, onClose }: { report: Surveillance; onClose: () => void }) {
  const text = useText()
  const language = useLanguage()
  const { date, institutions } = report
  const probing = institutions.filter(({ signs }) => signs.length > 0)
  const title = text('operations.surveillance.of', { day: formatTradingDay(language, dayOfDate(date)) })
  return (
    <ConsolePart
      title={title}
      hint={text('operations.surveillance.hint')}
      actions={<Button onClick={onClose}>{text('operations.surveillance.close')}</Button>}
    >
      {institutions.length === 0 ? (
        <p className="console-empty">{text('operations.surveillance.nobody')}</p>
      ) : (
        <>
          {probing.length === 0 ? (
            <p className="console-empty">{text('operations.surveillance.noProbing')}</p>
          ) : (
            <section className="probing" aria-label={text('operations.surveillance.probing')}>
              <h3>{text('operations.surveillance.probing')}</h3>
              {probing.map((firm) => (
                <ProbingInstitution key={firm.institution} firm={firm} />
              ))}
            </section>
          )}
          <InstitutionFigures institutions={institutions} />
          <Pairs institutions={institutions} />
        </>
      )}
    </ConsolePart>
  )
}

function ProbingInstitution({ firm: { institution, signs } }: { firm: WatchedInstitution }) {
  const reasonOf = useSignText()
  return (
    <div className="probing-firm">
      <h4>{institution}</h4>
      <ul>
        {signs.map((sign) => (
          <li key={JSON.stringify(sign)}>{reasonOf(sign)}</li>
        ))}
      </ul>
    </div>
  )
}

/** Returns a function that says why an institution looks like probing. */
function useSignText(): (sign: ShownSign) => string {
  const text = useText()
  return (sign) => {
    switch (sign.sign) {
      case 'FAILURES':
        return text('operations.surveillance.sign.FAILURES', sign)
      case 'WITHDRAWN':
        return text('operations.surveillance.sign.WITHDRAWN', sign)
      case 'SIZES':
        return text('operations.surveillance.sign.SIZES', sign)
      case 'QUICK_CANCELS':
        return text('operations.surveillance.sign.QUICK_CANCELS', sign)
      case 'BUDGET':
        // That of two institutions is no sign.
        return sign.budget === 'PAIR'
          ? ''
          : text(`operations.surveillance.budget.${sign.budget}`, { of: sign.of ?? '', count: sign.count })
    }
  }
}

type FigureSource = Pick<
  WatchedInstitution,
  | 'locates'
  | 'failures'
  | 'failuresPerLocate'
  | 'withdrawn'
  | 'securitiesLocated'
  | 'sizesTried'
  | 'quickCancels'
>

const columns: readonly (readonly [StaticTextKey, (row: FigureSource) => string])[] = [
  ['operations.surveillance.locates', (row) => formatNumber(row.locates)],
  ['operations.surveillance.failures', (row) => formatNumber(row.failures.total)],
  ['operations.surveillance.share', (row) => row.failuresPerLocate?.toFixed(2) ?? '–'],
  ['operations.surveillance.declined', (row) => formatNumber(row.failures.declined)],
  ['operations.surveillance.excused', (row) => formatNumber(row.failures.excused)],
  ['operations.surveillance.timedOut', (row) => formatNumber(row.failures.timedOut)],
  ['operations.surveillance.knockedOut', (row) => formatNumber(row.failures.knockedOut)],
  ['operations.surveillance.notExecuted', (row) => formatNumber(row.failures.notExecuted)],
  ['operations.surveillance.withdrawn', (row) => formatNumber(row.withdrawn)],
  ['operations.surveillance.securities', (row) => formatNumber(row.securitiesLocated)],
  // The most in one security.
  ['operations.surveillance.sizes', (row) => formatNumber(row.sizesTried[0]?.sizes ?? 0)],
  ['operations.surveillance.quickCancels', (row) => formatNumber(row.quickCancels)],
]

function InstitutionFigures({ institutions }: { institutions: readonly WatchedInstitution[] }) {
  const text = useText()
  const title = text('operations.surveillance.figures')
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, which must work without a mouse
    <section className="surveillance-figures" tabIndex={0} aria-label={title}>
      <h3>{title}</h3>
      <table className="console-table">
        <thead>
          <tr>
            <th scope="col">{text('operations.surveillance.name')}</th>
            {columns.map(([key]) => (
              <th key={key} scope="col" data-kind="number">
                {text(key)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {institutions.map((firm) => (
            <Fragment key={firm.institution}>
              <FigureRow name={firm.institution} row={firm} isTrader={false} />
              {firm.traders.map((trader) => (
                <FigureRow key={trader.trader} name={trader.trader} row={trader} isTrader />
              ))}
            </Fragment>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function FigureRow({ name, row, isTrader }: { name: string; row: FigureSource; isTrader: boolean }) {
  return (
    <tr data-trader={isTrader || undefined}>
      <th scope="row">{name}</th>
      {columns.map(([key, figure]) => (
        <td key={key} data-kind="number">
          {figure(row)}
        </td>
      ))}
    </tr>
  )
}

/** Pairs whose budget is used up, each once. */
function Pairs({ institutions }: { institutions: readonly WatchedInstitution[] }) {
  const text = useText()
  const pairs = institutions.flatMap(({ institution, budgetsUsedUp }) =>
    budgetsUsedUp.flatMap(({ budget, of, count }) =>
      budget === 'PAIR' && of !== null && institution < of ? [{ one: institution, other: of, count }] : [],
    ),
  )
  if (pairs.length === 0) return null
  return (
    <section aria-label={text('operations.surveillance.pairs')}>
      <h3>{text('operations.surveillance.pairs')}</h3>
      <ul className="surveillance-pairs">
        {pairs.map((pair) => (
          <li key={`${pair.one} ${pair.other}`}>{text('operations.surveillance.pair', pair)}</li>
        ))}
      </ul>
    </section>
  )
}
