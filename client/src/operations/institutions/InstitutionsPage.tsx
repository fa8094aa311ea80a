import type { OperationsInstitutions } from '@aitai/contract/schemas/console/institutions.ts'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useOperationsInstitutionsQuery } from '../../shared/api/operations-api.ts'
import { polledEvery } from '../../shared/api/stale-since.ts'
import { intervals } from '../../shared/intervals.ts'
import { useTemporaryValue } from '../../ui/browser/use-temporary-value.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { SegmentedControl } from '../../ui/controls/SegmentedControl.tsx'
import { useText } from '../../ui/text/use-text.ts'
import { NothingChosen } from '../DetailsPanel.tsx'
import { Polled } from '../Polled.tsx'
import { useHasGrant } from '../use-grants.ts'
import { BrokerDetails } from './BrokerDetails.tsx'
import { BrokerList } from './BrokerList.tsx'
import { FirmDetails } from './FirmDetails.tsx'
import { FirmList } from './FirmList.tsx'
import { NewBrokerPopup } from './NewBrokerPopup.tsx'
import { NewFirmPopup } from './NewFirmPopup.tsx'
import './institutions.css'

const views = ['firms', 'brokers'] as const
type View = (typeof views)[number]

/** The institutions and the brokers, and which may use which (docs/decisions/0158-console-users.md). */
export function InstitutionsPage() {
  const text = useText()
  const query = useOperationsInstitutionsQuery(undefined, polledEvery(intervals.operationsListPoll))
  return (
    <Polled query={query} label={text('operations.page.institutions')} every={intervals.operationsListPoll}>
      {(data) => <Institutions data={data} />}
    </Polled>
  )
}

function Institutions({ data }: { data: OperationsInstitutions }) {
  const text = useText()
  const [searchParams, setSearchParams] = useSearchParams()
  const [isAdding, setIsAdding] = useState(false)
  const [done, setDone] = useTemporaryValue<string>(intervals.operationsDone)
  const mayChange = useHasGrant('operations')
  const view: View = searchParams.get('view') === 'brokers' ? 'brokers' : 'firms'
  const name = searchParams.get('name')
  const choose = (chosen: string): void => setSearchParams({ view, name: chosen }, { replace: true })
  const firm = view === 'firms' ? data.firms.find((each) => each.name === name) : undefined
  const broker = view === 'brokers' ? data.brokers.find((each) => each.shortName === name) : undefined
  const shared = { done: done ?? '', mayChange, onDone: setDone }
  const showAdded = (addedName: string, message: string): void => {
    choose(addedName)
    setDone(message)
  }
  return (
    <>
      <div className="institutions-view">
        <SegmentedControl
          label={text('operations.institutions.view')}
          value={view}
          options={views.map((value) => ({ value, label: text(`operations.institutions.view.${value}`) }))}
          onChoose={(chosen) => setSearchParams({ view: chosen }, { replace: true })}
        />
        {mayChange ? (
          <Button kind="secondary" onClick={() => setIsAdding(true)}>
            {text(view === 'firms' ? 'operations.firms.add' : 'operations.brokers.add')}
          </Button>
        ) : (
          <p className="console-aside">{text('operations.institutions.onlyOperations')}</p>
        )}
      </div>
      <div className="console-split">
        {view === 'firms' ? (
          <FirmList firms={data.firms} chosen={name} onChoose={choose} />
        ) : (
          <BrokerList brokers={data.brokers} chosen={name} onChoose={choose} />
        )}
        {firm ? (
          <FirmDetails key={firm.name} firm={firm} brokers={data.brokers} {...shared} onRenamed={choose} />
        ) : broker ? (
          <BrokerDetails key={broker.shortName} broker={broker} firms={data.firms} {...shared} />
        ) : (
          <NothingChosen label={text('operations.institutions.details')}>
            {text(`operations.${view}.choose`)}
          </NothingChosen>
        )}
      </div>
      {isAdding && view === 'firms' && <NewFirmPopup onDone={showAdded} onClose={() => setIsAdding(false)} />}
      {isAdding && view === 'brokers' && (
        <NewBrokerPopup onDone={showAdded} onClose={() => setIsAdding(false)} />
      )}
    </>
  )
}
