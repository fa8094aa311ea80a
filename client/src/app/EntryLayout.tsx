import type { ReactNode } from 'react'
import { BrokerLogos } from '../auth/BrokerLogos.tsx'
import { EntryArtwork } from '../auth/EntryArtwork.tsx'
import { PublicHeader } from '../header/PublicHeader.tsx'
import { useText } from '../ui/text/use-text.ts'
import '../auth/entry.css'

/**
 * The pages outside the desk: an introduction on one side, the form on the other. The login page also shows
 * the executing brokers.
 */
export function EntryLayout({ brokers = false, children }: { brokers?: boolean; children: ReactNode }) {
  const text = useText()
  return (
    <div className="entry">
      <PublicHeader />
      <div className="entry-body">
        <aside className="entry-side">
          <EntryArtwork />
          <p className="entry-promise">{text('auth.promise')}</p>
          <p className="entry-lead">{text('auth.lead')}</p>
          {brokers && <BrokerLogos />}
        </aside>
        <main className="entry-main">
          <div className="entry-card">{children}</div>
          <p className="entry-note">{text('auth.institutionsOnly')}</p>
        </main>
      </div>
    </div>
  )
}
