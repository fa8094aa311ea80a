import { type RefObject, useLayoutEffect } from 'react'
import { Button } from '../ui/controls/Button.tsx'
import { useText } from '../ui/text/use-text.ts'
import { lookBackDays } from './snapshots/snapshots.ts'
import type { Uploads } from './use-uploads.ts'

/** The Bulk upload and Restore buttons; a disabled Restore says why. */
export function UploadButtons({ uploads }: { uploads: Uploads }) {
  const text = useText()
  const { restorable, dispatchUpload, restore, focusOn } = uploads
  useFocusAcrossLayouts(focusOn)
  const reason = (): string | null => {
    if (restorable.restoreAvailable) return null
    if (restorable.because === 'none') return text('upload.why.none', { days: lookBackDays })
    return text(`upload.why.${restorable.because}`)
  }
  return (
    <>
      <Button
        kind="quiet"
        data-opens="upload"
        title={text('upload.action.hint')}
        onClick={() => dispatchUpload({ type: 'uploadOpened' })}
      >
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

/**
 * Keeps the focus on a button that another layout of the desk shows in another place. Not if something else has
 * the focus by then.
 */
function useFocusAcrossLayouts(focusOn: RefObject<string | null>): void {
  useLayoutEffect(() => {
    if (document.activeElement === document.body) focusButton(focusOn)
    else focusOn.current = null
    return () => {
      const focused = document.activeElement
      focusOn.current = (focused instanceof HTMLElement && focused.dataset.opens) || focusOn.current
    }
  }, [focusOn])
}

/** Focuses the button that opens this, or leaves it to the layout that will show the button. */
export function focusButton(focusOn: RefObject<string | null>): void {
  const button = document.querySelector<HTMLElement>(`[data-opens="${focusOn.current}"]`)
  if (!button) return
  focusOn.current = null
  button.focus()
}
