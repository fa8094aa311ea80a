import { isOpen } from '@aitai/engine/model/advert.ts'
import { PauseResumeButton } from '../adverts/actions/PauseResumeButton.tsx'
import { AllActions } from '../adverts/all/AllActions.tsx'
import { StaleListWarning } from '../adverts/list/StaleListWarning.tsx'
import { openCounts } from '../adverts/open-counts.ts'
import type { ShownAdvert } from '../adverts/shown-advert.ts'
import { StatusTag } from '../adverts/status/StatusTag.tsx'
import { TimeLeft } from '../adverts/status/TimeLeft.tsx'
import { useAdverts, useEquities } from '../adverts/use-adverts.ts'
import { formatYen } from '../ui/format/amounts.ts'
import { equityNameIn, splitSecurityName } from '../ui/format/equity-name.ts'
import { formatNumber } from '../ui/format/format.ts'
import { Side } from '../ui/labels/Side.tsx'
import { useLanguage, useText } from '../ui/text/use-text.ts'
import './phone-desk.css'

const pauseOnly = ['pause'] as const

/**
 * The desk on a phone: the open IOIs, and Pause all. Locates have their popup; everything else needs a larger
 * window, because an IOI is not written with a thumb.
 */
export function PhoneDesk() {
  const text = useText()
  const { list, shown } = useAdverts()
  const equities = useEquities()
  const open = shown.filter(isOpen)
  return (
    <div className="phone-desk" aria-busy={list.isLoading}>
      <h1>{text('phone.title', { count: open.length })}</h1>
      {open.length > 0 && <Counts adverts={open} />}
      <StaleListWarning list={list} />
      {list.isSuccess && open.length === 0 && <p className="phone-empty">{text('phone.empty')}</p>}
      <div className="phone-scroll">
        <ul className="phone-list" aria-label={text('advert.list.title')}>
          {open.map((advert) => (
            <Row key={advert.id} advert={advert} equity={equities.get(advert.securityId)} />
          ))}
        </ul>
        <div className="phone-note">
          <h2>{text('header.desktopTitle')}</h2>
          <p>{text('header.desktopLead')}</p>
        </div>
      </div>
      <footer className="phone-actions">
        <AllActions buttons={pauseOnly} kind="danger" />
      </footer>
    </div>
  )
}

/** How many of them are live, paused and located. */
function Counts({ adverts }: { adverts: readonly ShownAdvert[] }) {
  const text = useText()
  const { live, paused, located } = openCounts(adverts)
  const counts = [
    text('phone.live', { count: live }),
    ...(paused > 0 ? [text('phone.paused', { count: paused })] : []),
    ...(located > 0 ? [text('phone.located', { count: located })] : []),
  ]
  return <p className="phone-counts">{counts.join(' · ')}</p>
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
      <span className="phone-number">
        {formatNumber(advert.shareQuantity)} <small>{formatYen(advert.jpynotional, language)}</small>
      </span>
      <StatusTag advert={advert} />
      <span className="phone-number">
        <TimeLeft advert={advert} />
      </span>
      {advert.advertisementStatus === 'PAUSED' && <PauseResumeButton advert={advert} security={ric} />}
    </li>
  )
}
