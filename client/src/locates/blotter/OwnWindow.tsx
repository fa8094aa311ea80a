import { Button } from '../../ui/controls/Button.tsx'
import { useText } from '../../ui/text/use-text.ts'

const windowName = 'aitai-locates'
const path = '/locates'

/**
 * Opens the blotter beside the desk, for a second screen. Both windows belong to the same session. There is one such
 * window, which a second click brings to the front: without loading it again, so that it keeps what is chosen.
 */
export function openBlotterWindow(): void {
  const blotter = open('', windowName, 'popup,width=1280,height=640')
  if (!blotter) return
  if (blotter.location.pathname !== path) blotter.location.assign(path)
  blotter.focus()
}

/** Whether this page is that window. */
export const isOwnWindow = (): boolean => window.name === windowName

/** Moves the table to a window of its own, or closes that window: the desk then shows the locates again. */
export function OwnWindow() {
  const text = useText()
  if (isOwnWindow()) return <Button onClick={() => close()}>{text('blotter.closeWindow')}</Button>
  return (
    <Button onClick={openBlotterWindow}>
      {text('blotter.ownWindow')} <span aria-hidden>↗</span>
    </Button>
  )
}
