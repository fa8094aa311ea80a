import { Button } from '../ui/controls/Button.tsx'
import { useText } from '../ui/text/use-text.ts'
import { lookBackDays } from './snapshots/snapshots.ts'
import type { Uploads } from './use-uploads.ts'

/** The Bulk upload and Restore buttons; a disabled Restore says why. */
export function UploadButtons({ uploads }: { uploads: Uploads }) {
  const text = useText()
  const { restorable, tell, restore } = uploads
  const reason = (): string | null => {
    if (restorable.restoreAvailable) return null
    if (restorable.because === 'none') return text('upload.why.none', { days: lookBackDays })
    return text(`upload.why.${restorable.because}`)
  }
  return (
    <>
      <Button kind="quiet" data-opens="upload" onClick={() => tell({ type: 'uploadOpened' })}>
        {text('upload.action')}
      </Button>
      <Button
        kind="quiet"
        data-opens="restore"
        dimmedBecause={reason()}
        onClick={() => restorable.restoreAvailable && void restore(restorable)}
      >
        {text('upload.restore')}
      </Button>
    </>
  )
}
