import type { CurrentHalt, OperationsHalts } from '@aitai/contract/schemas/console/operations.ts'
import { useState } from 'react'
import { useOperationsHaltsQuery } from '../../shared/api/operations-api.ts'
import { polledEvery } from '../../shared/api/stale-since.ts'
import { intervals } from '../../shared/intervals.ts'
import { useTemporaryValue } from '../../ui/browser/use-temporary-value.ts'
import { useText } from '../../ui/text/use-text.ts'
import { Polled } from '../Polled.tsx'
import { useHasGrant } from '../use-grants.ts'
import { CurrentHalts } from './CurrentHalts.tsx'
import { HaltForm } from './HaltForm.tsx'
import { ResumePopup } from './ResumePopup.tsx'
import './halts.css'

/** What is halted now, and one action to halt or to resume, with a reason (docs/decisions/0154-console.md). */
export function HaltsPage() {
  const text = useText()
  const query = useOperationsHaltsQuery(undefined, polledEvery(intervals.operationsPoll))
  return (
    <Polled query={query} label={text('operations.page.halts')}>
      {(data) => <Halts data={data} />}
    </Polled>
  )
}

function Halts({ data: { halts, firms, securities } }: { data: OperationsHalts }) {
  const text = useText()
  const mayHalt = useHasGrant('operations')
  const [ending, setEnding] = useState<CurrentHalt | null>(null)
  const [done, setDone] = useTemporaryValue<string>(intervals.operationsDone)
  return (
    <div className="halts" data-read-only={!mayHalt || undefined}>
      <CurrentHalts
        halts={halts}
        securities={securities}
        done={done ?? ''}
        onResume={mayHalt ? setEnding : null}
      />
      {mayHalt ? (
        <HaltForm halts={halts} firms={firms} onDone={setDone} />
      ) : (
        <p className="console-aside">{text('operations.halt.onlyOperations')}</p>
      )}
      {ending && (
        <ResumePopup halt={ending} securities={securities} onDone={setDone} onClose={() => setEnding(null)} />
      )}
    </div>
  )
}
