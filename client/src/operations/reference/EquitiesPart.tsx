import type { OperationsEquities } from '@aitai/contract/schemas/console/reference-data.ts'
import {
  useImportEquitiesMutation,
  useOperationsEquitiesQuery,
} from '../../shared/api/console-compliance-api.ts'
import { polledEvery } from '../../shared/api/stale-since.ts'
import { intervals } from '../../shared/intervals.ts'
import { formatNumber } from '../../ui/format/format.ts'
import { useText } from '../../ui/text/use-text.ts'
import { ConsolePart } from '../ConsolePart.tsx'
import { FactList } from '../FactList.tsx'
import { Polled } from '../Polled.tsx'
import { useHasGrant } from '../use-grants.ts'
import { EquityChanges, isSameEquities } from './EquityChanges.tsx'
import { FileImport } from './FileImport.tsx'
import { useLastImportFact } from './LastImport.tsx'
import { OnlyOperations } from './OnlyOperations.tsx'

/** How many securities there are, and the import of a file. */
export function EquitiesPart() {
  const text = useText()
  const query = useOperationsEquitiesQuery(undefined, polledEvery(intervals.operationsPoll))
  return (
    <Polled query={query} label={text('operations.page.reference')}>
      {(equities) => <Equities equities={equities} />}
    </Polled>
  )
}

function Equities({ equities: { listed, removed, lastImport } }: { equities: OperationsEquities }) {
  const text = useText()
  const lastImportFact = useLastImportFact()
  const mayChange = useHasGrant('operations')
  const [send] = useImportEquitiesMutation()
  return (
    <>
      <ConsolePart title={text('operations.reference.equities')}>
        <FactList
          className="reference-facts"
          facts={[
            [text('operations.equities.listed'), formatNumber(listed)],
            [text('operations.equities.removed'), formatNumber(removed)],
            lastImportFact(lastImport),
          ]}
        />
      </ConsolePart>
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
