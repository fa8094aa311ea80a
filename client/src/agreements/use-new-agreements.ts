import type { ConnectionAgreement } from '@aitai/contract/schemas/agreements.ts'
import { useCallback, useEffect, useRef, useState } from 'react'

const none: ReadonlySet<string> = new Set()

/** What has come in while the page is open, and what of it nobody has touched yet. */
export interface NewAgreements {
  /** Those of the last answer that brought any, oldest first. */
  readonly newest: readonly ConnectionAgreement[]
  /** By id: marked in the table until they are touched. */
  readonly unseen: ReadonlySet<string>
  readonly see: (id: string) => void
}

/** Follows the list from its first answer: what was there already is no news. */
export function useNewAgreements(agreements: readonly ConnectionAgreement[] | undefined): NewAgreements {
  const known = useRef<ReadonlySet<string> | null>(null)
  const [newest, setNewest] = useState<readonly ConnectionAgreement[]>([])
  const [unseen, setUnseen] = useState(none)
  useEffect(() => {
    if (!agreements) return
    const before = known.current
    known.current = new Set(agreements.map(({ connectionAgreementId }) => connectionAgreementId))
    const arrived = before ? agreements.filter((each) => !before.has(each.connectionAgreementId)) : []
    if (arrived.length === 0) return
    setNewest(arrived)
    setUnseen((marked) => new Set([...marked, ...arrived.map((each) => each.connectionAgreementId)]))
  }, [agreements])
  const see = useCallback((id: string): void => {
    setUnseen((marked) => (marked.has(id) ? new Set([...marked].filter((each) => each !== id)) : marked))
  }, [])
  return { newest, unseen, see }
}
