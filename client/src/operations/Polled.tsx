import type { ReactNode } from 'react'
import { isCallFailure } from '../shared/api/failure.ts'
import { type PolledQuery, useStaleSince } from '../shared/api/stale-since.ts'
import { intervals } from '../shared/intervals.ts'
import { useTrueLongerThan } from '../ui/browser/browser-hooks.ts'
import { Button } from '../ui/controls/Button.tsx'
import { formatTimeWithZone } from '../ui/format/format.ts'
import { useLanguage, useText } from '../ui/text/use-text.ts'
import { ConsoleBody } from './ConsoleBody.tsx'

interface Props<Data> {
  query: PolledQuery & { readonly data?: Data | undefined; readonly error?: unknown; refetch: () => unknown }
  /** Names the region for a screen reader. */
  label: string
  /** How often it is requested, in milliseconds. */
  every?: number
  children: (data: Data) => ReactNode
}

/** What a page shows of a polled call: its data, their age once they are out of date, or why there are none. */
export function Polled<Data>({ query, label, every = intervals.operationsPoll, children }: Props<Data>) {
  const text = useText()
  const { data, error } = query
  const isSlow = useTrueLongerThan(data === undefined && !error, intervals.skeletonDelay)
  // A grant that was taken away ends the page at once: what it shows may be old in the next moment.
  if (isCallFailure(error) && error.status === 403)
    return (
      <div className="side-page-message" role="alert">
        <h2>{text('operations.forbidden')}</h2>
        <p>{text('operations.forbidden.hint')}</p>
      </div>
    )
  if (data !== undefined)
    return (
      <ConsoleBody label={label}>
        <Stale query={query} every={every} />
        {children(data)}
      </ConsoleBody>
    )
  if (!error)
    return (
      <div className="side-page-message" aria-busy>
        {isSlow && <p>{text('operations.users.loading')}</p>}
      </div>
    )
  return (
    <div className="side-page-message" role="alert">
      <h2>{text('operations.loadFailed')}</h2>
      <Button onClick={() => void query.refetch()}>{text('common.retry')}</Button>
    </div>
  )
}

function Stale({ query, every }: { query: PolledQuery; every: number }) {
  const text = useText()
  const language = useLanguage()
  const since = useStaleSince(query, every)
  if (since === null) return null
  return (
    <p className="console-stale" role="status">
      {text('operations.stale', { time: formatTimeWithZone(since, language) })}
    </p>
  )
}
