import { isTerminal } from '@aitai/engine/model/advert.ts'
import { AllActions } from '../adverts/all/AllActions.tsx'
import { StaleListWarning } from '../adverts/list/StaleListWarning.tsx'
import type { ShownAdvert } from '../adverts/shown-advert.ts'
import { StatusTag } from '../adverts/status/StatusTag.tsx'
import { TimeLeft } from '../adverts/status/TimeLeft.tsx'
import { useAdverts, useEquities } from '../adverts/use-adverts.ts'
import { equityNameIn, splitSecurityName } from '../ui/format/equity-name.ts'
import { formatNumber } from '../ui/format/format.ts'
import { Side } from '../ui/labels/Side.tsx'
import { useLanguage, useText } from '../ui/text/use-text.ts'
import './phone-desk.css'

const pauseOnly = ['pause'] as const

/**
 * The desk on a phone: what is live, and Pause all. Locates have their popup; everything else needs a larger
 * window, because an IOI is not written with a thumb.
 */
export function PhoneDesk() {
  const text = useText()
  const { list, shown } = useAdverts()
  const equities = useEquities()
  const live = shown.filter((advert) => !isTerminal(advert) && advert.advertisementStatus !== 'UNSENT')
  return (
    <div className="phone-desk" aria-busy={list.isLoading}>
      <h1>{text('phone.title', { count: live.length })}</h1>
      <StaleListWarning list={list} />
      {list.isSuccess && live.length === 0 && <p className="phone-empty">{text('phone.empty')}</p>}
      <ul className="phone-list" aria-label={text('advert.list.title')}>
        {live.map((advert) => (
          <Row key={advert.id} advert={advert} equity={equities.get(advert.securityId)} />
        ))}
      </ul>
      <div className="phone-note">
        <h2>{text('header.desktopTitle')}</h2>
        <p>{text('header.desktopLead')}</p>
      </div>
      <footer className="phone-actions">
        <AllActions buttons={pauseOnly} kind="danger" />
      </footer>
    </div>
  )
}

interface RowProps {
  advert: ShownAdvert
  equity: Parameters<typeof equityNameIn>[1] | undefined
}

function Row({ advert, equity }: RowProps) {
  const language = useLanguage()
  const { ric, name } = splitSecurityName(advert.securityName)
  return (
    <li>
      <Side direction={advert.direction} />
      <span className="phone-security">
        <b>{ric}</b> {equity ? equityNameIn(language, equity) : name}
      </span>
      <span className="phone-number">{formatNumber(advert.shareQuantity)}</span>
      <StatusTag advert={advert} />
      <span className="phone-number">
        <TimeLeft advert={advert} />
      </span>
    </li>
  )
}
