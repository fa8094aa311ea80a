import type { Equity } from '@aitai/contract/schemas/reference.ts'
import { UnfinishedIois } from './UnfinishedIois.tsx'
import { Watchlist } from './Watchlist.tsx'

interface Props {
  equities: ReadonlyMap<string, Equity>
  /** Opens a security in the editor. */
  onChoose: (equity: Equity) => void
}

/** What a trader sees before the first IOI of the day: prices, and what the last trading day left unfinished. */
export function FirstMinutes(props: Props) {
  return (
    <div className="first-minutes">
      <UnfinishedIois {...props} />
      <Watchlist {...props} />
    </div>
  )
}
