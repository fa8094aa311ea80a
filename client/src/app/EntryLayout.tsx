import type { ReactNode } from 'react'
import { BrokerLogos } from '../auth/BrokerLogos.tsx'
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
          <Artwork />
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

/** The logo in large: two shapes that are bright where they overlap. */
function Artwork() {
  return (
    <svg className="entry-artwork" viewBox="24 14 480 332" aria-hidden="true" focusable="false">
      <defs>
        <linearGradient id="entry-artwork-left" gradientUnits="userSpaceOnUse" x1="20" y1="0" x2="270" y2="0">
          <stop className="entry-artwork-far" offset="0" />
          <stop className="entry-artwork-near" offset="1" />
        </linearGradient>
        <linearGradient
          id="entry-artwork-right"
          gradientUnits="userSpaceOnUse"
          x1="270"
          y1="0"
          x2="510"
          y2="0"
        >
          <stop className="entry-artwork-near" offset="0" />
          <stop className="entry-artwork-far" offset="1" />
        </linearGradient>
      </defs>
      <path stroke="url(#entry-artwork-left)" d="M138 20v320M24 122h246.01M138 134 40 262M138 134l84 104" />
      <path stroke="url(#entry-artwork-right)" d="M276 36h216v288H276zM270 122.01h222M276 238h216" />
    </svg>
  )
}
