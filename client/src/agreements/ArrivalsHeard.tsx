import type { ConnectionAgreement } from '@aitai/contract/agreements.ts'
import { useEffect, useRef, useState } from 'react'
import { securityIn } from '../ui/equity-name.ts'
import { formatNumber } from '../ui/format.ts'
import { useLanguage, useText } from '../ui/text.ts'

/** Reads out agreements that come in while the page is open; those that were there already are not news. */
export function ArrivalsHeard({ agreements }: { agreements: readonly ConnectionAgreement[] | undefined }) {
  const text = useText()
  const language = useLanguage()
  const known = useRef<Set<string> | null>(null)
  const [newest, setNewest] = useState<ConnectionAgreement | null>(null)
  useEffect(() => {
    if (!agreements) return
    const before = known.current
    known.current = new Set(agreements.map(({ connectionAgreementId }) => connectionAgreementId))
    const arrived = before ? agreements.filter((each) => !before.has(each.connectionAgreementId)) : []
    if (arrived.length > 0) setNewest(arrived.at(-1) ?? null)
  }, [agreements])
  return (
    <p className="only-heard" role="status">
      {newest
        ? text('agreement.arrived', {
            security: securityIn(language, newest),
            quantity: formatNumber(newest.locationQuantity),
          })
        : ''}
    </p>
  )
}
