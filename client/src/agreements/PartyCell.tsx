import type { ConnectionAgreement } from '@aitai/contract/schemas/agreements.ts'
import { partyOf, type TradeSide } from './agreement-display.ts'

/** An institution and under it the password that it will name. */
export function PartyCell({ agreement, side }: { agreement: ConnectionAgreement; side: TradeSide }) {
  const { institution, password } = partyOf(agreement, side)
  return (
    <span className="agreement-lines">
      <span className="agreement-line" title={institution}>
        {institution}
      </span>
      <span className="agreement-password">{password}</span>
    </span>
  )
}
