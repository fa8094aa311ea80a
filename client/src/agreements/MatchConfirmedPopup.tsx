import type { ConnectionAgreement } from '@aitai/contract/agreements.ts'
import { noticeAcknowledged } from '../notices.ts'
import { useAppDispatch, useAppSelector } from '../store.ts'
import { Button } from '../ui/Button.tsx'
import { securityIn } from '../ui/equity-name.ts'
import { formatMid, formatNumber, formatTimeWithZone } from '../ui/format.ts'
import { Popup } from '../ui/Popup.tsx'
import { Side } from '../ui/Side.tsx'
import { useLanguage, useText } from '../ui/text.ts'
import { legsOf, partyOf } from './display.ts'
import { openMatches } from './matches.ts'

/** Tells the broker of a new match, one after the other, until it is read (specification 2). */
export function MatchConfirmedPopup({ agreements }: { agreements: readonly ConnectionAgreement[] }) {
  const text = useText()
  const dispatch = useAppDispatch()
  const { arrived, acknowledged } = useAppSelector((state) => state.notices)
  const [match, ...others] = openMatches(arrived, acknowledged)
  if (!match) return null
  const agreement = agreements.find((each) => each.connectionAgreementId === match.connectionAgreementId)
  const close = (): void => void dispatch(noticeAcknowledged(match.id))
  return (
    <Popup
      title={text('agreement.matchTitle')}
      onClose={close}
      actions={
        <>
          {others.length > 0 ? (
            <span className="match-others">{text('agreement.matchNext', { count: others.length })}</span>
          ) : null}
          <Button kind="primary" onClick={close}>
            {text('common.ok')}
          </Button>
        </>
      }
    >
      <p>{text('agreement.matchLead')}</p>
      {agreement ? <MatchFacts agreement={agreement} /> : null}
      <p className="match-disclaimer">{text('agreement.disclaimer')}</p>
    </Popup>
  )
}

function MatchFacts({ agreement }: { agreement: ConnectionAgreement }) {
  const text = useText()
  const language = useLanguage()
  return (
    <div className="match">
      <p className="match-security">{securityIn(language, agreement)}</p>
      <dl className="match-facts">
        <dt>{text('agreement.quantity')}</dt>
        <dd>{formatNumber(agreement.locationQuantity)}</dd>
        <dt>{text('agreement.mid')}</dt>
        <dd>{formatMid(agreement.midPrice)}</dd>
        <dt>{text('agreement.type')}</dt>
        <dd>{legsOf(agreement, text)}</dd>
        <dt>{text('agreement.time')}</dt>
        <dd>{formatTimeWithZone(agreement.locateTime, language)}</dd>
      </dl>
      <div className="match-parties">
        {(['BUY', 'SELL'] as const).map((side) => {
          const { institution, password } = partyOf(agreement, side)
          return (
            <div key={side} className="match-party">
              <Side direction={side} />
              <span className="match-institution">{institution}</span>
              <span className="agreement-password">{password}</span>
            </div>
          )
        })}
      </div>
    </div>
  )
}
