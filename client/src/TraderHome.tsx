import { useEffect } from 'react'
import { AdvertsHome } from './adverts/AdvertsHome.tsx'
import { Locates } from './locates/Locates.tsx'
import { MarketIndicator } from './market/MarketIndicator.tsx'
import { MarketLine } from './market/MarketLine.tsx'
import { loadFont } from './ui/fonts.ts'

/**
 * The trader's desk, put together: adverts, the public market, and the locates that may come at any moment.
 */
export function TraderHome() {
  // Local names are in sight in both languages.
  useEffect(() => loadFont('Jp'), [])
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
