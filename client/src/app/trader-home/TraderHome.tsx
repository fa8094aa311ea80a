import { type ReactNode, Suspense, useEffect, useMemo } from 'react'
import { DeskActions } from '../../adverts/actions/desk-actions.ts'
import { advertSelected, historyToggled, termsReplaced } from '../../adverts/desk-slice.ts'
import { termsOf } from '../../adverts/terms.ts'
import { Locates } from '../../locates/Locates.tsx'
import { PracticeButton } from '../../locates/practice/PracticeButton.tsx'
import { MarketIndicator } from '../../market/MarketIndicator.tsx'
import { MarketLine } from '../../market/MarketLine.tsx'
import { PreviousDayAdverts } from '../../shared/sizes/use-usual-sizes.ts'
import { useAppDispatch } from '../../shared/store/store.ts'
import { useIsNarrow } from '../../ui/browser/browser-hooks.ts'
import { loadFont } from '../../ui/browser/fonts.ts'
import { lazyWithTexts } from '../../ui/text/lazy.ts'
import { DeskPaste } from '../../upload/DeskPaste.tsx'
import type { Restore } from '../../upload/snapshots/restore-slice.ts'
import { UploadButtons } from '../../upload/UploadButtons.tsx'
import { type DeskEffects, useUploads } from '../../upload/use-uploads.ts'
import { LoadingScreen } from '../LoadingScreen.tsx'
import { OutsideHoursPopup } from '../popups/OutsideHoursPopup.tsx'
import { AdvertsHome } from './AdvertsHome.tsx'

/** Loaded on demand, because most users upload nothing on most days. */
const UploadPopups = lazyWithTexts(
  async () => (await import('../../upload/popups/UploadPopups.tsx')).UploadPopups,
  'desks',
)

/** Loaded on demand, because a desk is rarely a phone. */
const PhoneDesk = lazyWithTexts(async () => (await import('../../phone/PhoneDesk.tsx')).PhoneDesk, 'desks')

/** The trader's desk: adverts, market indicators, and locates. */
export function TraderHome() {
  // Local names are visible in both languages.
  useEffect(() => loadFont('Jp'), [])
  if (useIsNarrow()) {
    return (
      <>
        <Suspense fallback={<LoadingScreen onRetry={null} />}>
          <PhoneDesk />
        </Suspense>
        <Locates />
      </>
    )
  }
  return (
    <>
      <Uploading>
        <AdvertsHome
          marketIndicator={(securityId) => <MarketIndicator securityId={securityId} />}
          marketLine={(equity) => <MarketLine equity={equity} />}
          practice={<PracticeButton />}
        />
      </Uploading>
      <Locates />
    </>
  )
}

/** Uploads and restores, above the desk so that it is not rendered again for each row. */
function Uploading({ children }: { children: ReactNode }) {
  const uploads = useUploads(useDeskEffects())
  const { restorable } = uploads
  const previousAdverts = useMemo(() => previousAdvertsOf(restorable), [restorable])
  return (
    <PreviousDayAdverts value={previousAdverts}>
      <DeskActions value={<UploadButtons uploads={uploads} />}>{children}</DeskActions>
      <DeskPaste uploads={uploads} />
      {uploads.flow.phase !== 'closed' && (
        <Suspense>
          <UploadPopups
            uploads={uploads}
            hoursPopup={(failure, onClose) => <OutsideHoursPopup {...{ failure, onClose }} />}
          />
        </Suspense>
      )}
    </PreviousDayAdverts>
  )
}

/** Applies a file to the desk: its drafts get the terms of their rows, and one is selected. */
function useDeskEffects(): DeskEffects {
  const dispatch = useAppDispatch()
  return {
    onTerms: (advertId, wanted) =>
      void dispatch(termsReplaced({ advertId, terms: wanted ? termsOf(wanted) : {} })),
    onCorrect: (advertId) => {
      dispatch(historyToggled(false))
      dispatch(advertSelected(advertId))
    },
  }
}

/** The adverts of the last stored day, for the usual size before the first advert of today. */
const previousAdvertsOf = (restorable: Restore) =>
  restorable.restoreAvailable ? restorable.expiredAdvertisements : []
