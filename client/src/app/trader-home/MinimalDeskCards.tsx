import type { Equity } from '@aitai/contract/schemas/reference.ts'
import { Watchlist } from '../../watchlist/Watchlist.tsx'
import { UnfinishedIois } from './UnfinishedIois.tsx'

interface Props {
  equities: ReadonlyMap<string, Equity>
  /** Opens a security in the editor. */
  onChoose: (equity: Equity) => void
}

/** What a trader sees before the first IOI of the day: prices, and what the last trading day left unfinished. */
export function MinimalDeskCards(props: Props) {
  return (
    <div className="minimal-desk-cards">
      <UnfinishedIois {...props} />
      <Watchlist {...props} />
    </div>
  )
}
