import type { OperationsEquities } from '@aitai/contract/schemas/console/reference-data.ts'
import {
  useImportEquitiesMutation,
  useOperationsEquitiesQuery,
} from '../../shared/api/console-compliance-api.ts'
import { intervals } from '../../shared/intervals.ts'
import { formatNumber } from '../../ui/format/format.ts'
import { useText } from '../../ui/text/use-text.ts'
import { Polled } from '../Polled.tsx'
import { EquityChanges, isSameEquities } from './EquityChanges.tsx'
import { FileImport } from './FileImport.tsx'
import { LastImport } from './LastImport.tsx'
import { OnlyOperations, useMayChange } from './OnlyOperations.tsx'

/** How many securities there are, and the import of a file. */
export function EquitiesPart() {
  const text = useText()
  const query = useOperationsEquitiesQuery(undefined, { pollingInterval: intervals.operationsPoll })
  return (
    <Polled query={query} label={text('operations.page.reference')}>
      {(equities) => <Equities equities={equities} />}
    </Polled>
  )
}

function Equities({ equities: { listed, removed, lastImport } }: { equities: OperationsEquities }) {
  const text = useText()
  const mayChange = useMayChange()
  const [send] = useImportEquitiesMutation()
  return (
    <>
      <section className="console-part" aria-label={text('operations.reference.equities')}>
        <header>
          <h2>{text('operations.reference.equities')}</h2>
        </header>
        <dl className="reference-facts">
          <div>
            <dt>{text('operations.equities.listed')}</dt>
            <dd>{formatNumber(listed)}</dd>
          </div>
          <div>
            <dt>{text('operations.equities.removed')}</dt>
            <dd>{formatNumber(removed)}</dd>
          </div>
          <LastImport last={lastImport} />
        </dl>
      </section>
      {mayChange ? (
        <FileImport
          title={text('operations.equities.import')}
          option={text('operations.file.skipUntradable')}
          confirm={text('operations.equities.confirm')}
          means={text('operations.equities.means')}
          isSame={isSameEquities}
          send={(request, skipUntradable) => send({ ...request, skipUntradable })}
        >
          {(result) => <EquityChanges result={result} />}
        </FileImport>
      ) : (
        <OnlyOperations />
      )}
    </>
  )
}
