import { useEffect } from 'react'
import { AdvertsHome } from './adverts/AdvertsHome.tsx'
import { DeskActions } from './adverts/desk-actions.ts'
import { KeptAdverts } from './adverts/usual-sizes.ts'
import { Locates } from './locates/Locates.tsx'
import { MarketIndicator } from './market/MarketIndicator.tsx'
import { MarketLine } from './market/MarketLine.tsx'
import { loadFont } from './ui/fonts.ts'
import { UploadButtons } from './upload/UploadButtons.tsx'
import { UploadPopups } from './upload/UploadPopups.tsx'
import { type Uploads, useUploads } from './upload/use-uploads.ts'

/**
 * The trader's desk, put together: adverts, the public market, and the locates that may come at any moment.
 */
export function TraderHome() {
  // Local names are in sight in both languages.
  useEffect(() => loadFont('Jp'), [])
  const uploads = useUploads()
  return (
    <>
      <DeskActions value={<UploadButtons uploads={uploads} />}>
        <KeptAdverts value={keptIn(uploads)}>
          <AdvertsHome
            marketIndicator={(securityId) => <MarketIndicator securityId={securityId} />}
            marketLine={(equity) => <MarketLine equity={equity} />}
          />
        </KeptAdverts>
      </DeskActions>
      <UploadPopups uploads={uploads} />
      <Locates />
    </>
  )
}

/** The adverts of the last kept day: what the review knows of a usual size before the first one today. */
const keptIn = ({ restorable }: Uploads) =>
  restorable.state === 'available' ? restorable.snapshot.adverts : []
