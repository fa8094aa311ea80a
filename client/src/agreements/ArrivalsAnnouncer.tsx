import type { ConnectionAgreement } from '@aitai/contract/schemas/agreements.ts'
import { agreementSecurityIn } from '../ui/format/equity-name.ts'
import { formatNumber } from '../ui/format/format.ts'
import { useLanguage, useText } from '../ui/text/use-text.ts'

/** Reads out the agreements that have just come in; several at once are counted, and the last is named. */
export function ArrivalsAnnouncer({ newest }: { newest: readonly ConnectionAgreement[] }) {
  const text = useText()
  const language = useLanguage()
  const last = newest.at(-1)
  const named = last && {
    security: agreementSecurityIn(language, last),
    quantity: formatNumber(last.locationQuantity),
  }
  const heard = named
    ? newest.length > 1
      ? text('agreement.arrivedMany', { ...named, count: newest.length })
      : text('agreement.arrived', named)
    : ''
  return (
    <p className="only-heard" role="status">
      {heard}
    </p>
  )
}
