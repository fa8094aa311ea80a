import { AdvertsHome } from './adverts/AdvertsHome.tsx'
import { Locates } from './locates/Locates.tsx'
import { MarketIndicator } from './market/MarketIndicator.tsx'
import { MarketLine } from './market/MarketLine.tsx'

/** The trader's desk, put together: adverts, the public market, and the locates that may come at any moment. */
export function TraderHome() {
  return (
    <>
      <AdvertsHome
        marketIndicator={(securityId) => <MarketIndicator securityId={securityId} />}
        marketLine={(equity) => <MarketLine equity={equity} />}
      />
      <Locates />
    </>
  )
}
