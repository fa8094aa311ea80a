import { Button } from '../../ui/controls/Button.tsx'
import { useText } from '../../ui/text/use-text.ts'

/** One window, which a second click brings to the front. */
const windowName = 'aitai-locates'

/** Opens the blotter beside the desk, for a second screen. Both windows belong to the same session. */
export const openBlotterWindow = (): void => {
  open('/locates', windowName, 'popup,width=1280,height=640')?.focus()
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
