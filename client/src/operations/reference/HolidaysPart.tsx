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
import { polledEvery } from '../../shared/api/stale-since.ts'
import { intervals } from '../../shared/intervals.ts'
import { downloadFile } from '../../ui/browser/download.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Select } from '../../ui/controls/Select.tsx'
import { formatNumber } from '../../ui/format/format.ts'
import { useText } from '../../ui/text/use-text.ts'
import { ConsolePart } from '../ConsolePart.tsx'
import { ConsoleTable } from '../ConsoleTable.tsx'
import { FactList } from '../FactList.tsx'
import { Polled } from '../Polled.tsx'
import { useDate } from '../use-date.ts'
import { useHasGrant } from '../use-grants.ts'
import { ChangesPart } from './ChangesPart.tsx'
import { FileImport } from './FileImport.tsx'
import { useLastImportFact } from './LastImport.tsx'
import { OnlyOperations } from './OnlyOperations.tsx'
import { Remarks } from './Remarks.tsx'
import { SessionsTable } from './SessionsTable.tsx'

/** The holidays of the exchanges by year, and the import of a file. */
export function HolidaysPart() {
  const text = useText()
  const query = useOperationsHolidaysQuery(undefined, polledEvery(intervals.operationsPoll))
  return (
    <Polled query={query} label={text('operations.page.reference')}>
      {(data) => <Holidays data={data} />}
    </Polled>
  )
}

function Holidays({ data }: { data: OperationsHolidays }) {
  const text = useText()
  const mayChange = useHasGrant('operations')
  const [send] = useImportHolidaysMutation()
  return (
    <div className="console-split">
      <HolidayList data={data} />
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

function HolidayList({ data: { holidays, today, csv, lastImport, warnings } }: { data: OperationsHolidays }) {
  const text = useText()
  const lastImportFact = useLastImportFact()
  const years = [...new Set(holidays.map(({ date }) => date.slice(0, 4)))]
  const [chosen, setYear] = useState<string | null>(null)
  const year = chosen ?? years.find((each) => each === today.slice(0, 4)) ?? years.at(-1) ?? ''
  return (
    <ConsolePart title={text('operations.holidays.list')} hint={text('operations.holidays.hint')}>
      <FactList className="reference-facts" facts={[lastImportFact(lastImport)]} />
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
      <Remarks kind="warnings" remarks={warnings} />
      <HolidayTable holidays={holidays.filter(({ date }) => date.startsWith(year))} />
    </ConsolePart>
  )
}

function HolidayTable({ holidays }: { holidays: readonly ShownHoliday[] }) {
  const text = useText()
  const date = useDate()
  return (
    <ConsoleTable
      rows={holidays}
      keyOf={(each) => each.date}
      empty={text('operations.none')}
      columns={[
        { title: text('operations.holidays.date'), kind: 'time', cell: (each) => date(each.date) },
        { title: text('operations.holidays.name'), cell: ({ name }) => name },
        {
          title: text('operations.holidays.localName'),
          cell: ({ localName }) => <span lang="ja">{localName}</span>,
        },
      ]}
    />
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
          <ChangesPart key={key} title={text(key)}>
            <HolidayTable holidays={list} />
          </ChangesPart>
        ),
      )}
      {renamed.length > 0 && (
        <ChangesPart title={text('operations.holidays.renamed')}>
          <ul className="changes-lines">
            {renamed.map((each) => (
              <li key={each.date}>
                <b>{date(each.date)}</b> {each.name.join(' → ')}{' '}
                <span lang="ja">{each.localName.join(' → ')}</span>
              </li>
            ))}
          </ul>
        </ChangesPart>
      )}
      <FactList
        className="changes-counts"
        facts={[[text('operations.holidays.unchanged'), formatNumber(unchanged)]]}
      />
      <SessionsTable sessions={sessions} />
    </div>
  )
}
