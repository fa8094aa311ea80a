import type {
  HolidayImport,
  OperationsHolidays,
  ShownHoliday,
} from '@aitai/contract/schemas/console/reference-data.ts'
import { useState } from 'react'
import {
  useImportHolidaysMutation,
  useOperationsHolidaysQuery,
} from '../../shared/api/console-compliance-api.ts'
import { intervals } from '../../shared/intervals.ts'
import { downloadFile } from '../../ui/browser/download.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Select } from '../../ui/controls/Select.tsx'
import { formatNumber } from '../../ui/format/format.ts'
import { useText } from '../../ui/text/use-text.ts'
import { Polled } from '../Polled.tsx'
import { FileImport } from './FileImport.tsx'
import { LastImport } from './LastImport.tsx'
import { OnlyOperations, useMayChange } from './OnlyOperations.tsx'
import { Remarks } from './Remarks.tsx'
import { SessionsTable } from './SessionsTable.tsx'
import { useDate } from './use-date.ts'

/** The holidays of the exchanges by year, and the import of a file. */
export function HolidaysPart() {
  const text = useText()
  const query = useOperationsHolidaysQuery(undefined, { pollingInterval: intervals.operationsPoll })
  return (
    <Polled query={query} label={text('operations.page.reference')}>
      {(holidays) => <Holidays shown={holidays} />}
    </Polled>
  )
}

function Holidays({ shown }: { shown: OperationsHolidays }) {
  const text = useText()
  const mayChange = useMayChange()
  const [send] = useImportHolidaysMutation()
  return (
    <div className="console-split">
      <HolidayList shown={shown} />
      {mayChange ? (
        <FileImport
          title={text('operations.holidays.import')}
          hint={text('operations.holidays.importHint')}
          confirm={text('operations.holidays.confirm')}
          means={text('operations.holidays.means')}
          isSame={isSame}
          send={send}
        >
          {(result) => <HolidayChanges result={result} />}
        </FileImport>
      ) : (
        <OnlyOperations />
      )}
    </div>
  )
}

const isSame = ({ added, removed, renamed }: HolidayImport): boolean =>
  [added, removed, renamed].every(({ length }) => length === 0)

function HolidayList({
  shown: { holidays, today, csv, lastImport, warnings },
}: {
  shown: OperationsHolidays
}) {
  const text = useText()
  const years = [...new Set(holidays.map(({ date }) => date.slice(0, 4)))]
  const [chosen, setYear] = useState<string | null>(null)
  const year = chosen ?? years.find((each) => each === today.slice(0, 4)) ?? years.at(-1) ?? ''
  return (
    <section className="console-part" aria-label={text('operations.holidays.list')}>
      <header>
        <h2>{text('operations.holidays.list')}</h2>
        <span className="console-aside">{text('operations.holidays.hint')}</span>
      </header>
      <dl className="reference-facts">
        <LastImport last={lastImport} />
      </dl>
      <div className="holidays-head">
        <Select
          label={text('operations.holidays.year')}
          value={year}
          options={years.map((value) => ({ value, label: value }))}
          onChange={setYear}
        />
        <Button onClick={() => downloadFile(text('operations.holidays.fileName'), csv)}>
          {text('operations.holidays.download')}
        </Button>
      </div>
      <Remarks kind="warnings" says={warnings} />
      <HolidayTable holidays={holidays.filter(({ date }) => date.startsWith(year))} />
    </section>
  )
}

function HolidayTable({ holidays }: { holidays: readonly ShownHoliday[] }) {
  const text = useText()
  const date = useDate()
  return (
    <table className="console-table">
      <thead>
        <tr>
          <th scope="col">{text('operations.holidays.date')}</th>
          <th scope="col">{text('operations.holidays.name')}</th>
          <th scope="col">{text('operations.holidays.localName')}</th>
        </tr>
      </thead>
      <tbody>
        {holidays.map((each) => (
          <tr key={each.date}>
            <th scope="row" className="console-hours">
              {date(each.date)}
            </th>
            <td>{each.name}</td>
            <td lang="ja">{each.localName}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** What a file of holidays would change, and the sessions that follow from it. */
function HolidayChanges({ result }: { result: HolidayImport }) {
  const text = useText()
  const date = useDate()
  const { added, removed, renamed, unchanged, sessions } = result
  return (
    <div className="changes">
      {(
        [
          ['operations.holidays.added', added],
          ['operations.holidays.gone', removed],
        ] as const
      ).map(([key, list]) =>
        list.length === 0 ? null : (
          <section key={key} className="changes-part" aria-label={text(key)}>
            <h4>{text(key)}</h4>
            <HolidayTable holidays={list} />
          </section>
        ),
      )}
      {renamed.length > 0 && (
        <section className="changes-part" aria-label={text('operations.holidays.renamed')}>
          <h4>{text('operations.holidays.renamed')}</h4>
          <ul className="changes-lines">
            {renamed.map((each) => (
              <li key={each.date}>
                <b>{date(each.date)}</b> {each.name.join(' → ')}{' '}
                <span lang="ja">{each.localName.join(' → ')}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <dl className="changes-counts">
        <div>
          <dt>{text('operations.holidays.unchanged')}</dt>
          <dd>{formatNumber(unchanged)}</dd>
        </div>
      </dl>
      <SessionsTable sessions={sessions} />
    </div>
  )
}
