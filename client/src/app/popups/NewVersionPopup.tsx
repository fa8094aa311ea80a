import { Button } from '../../ui/controls/Button.tsx'
import { Popup } from '../../ui/popups/Popup.tsx'
import { useText } from '../../ui/text/use-text.ts'
import { useNewVersion } from './use-new-version.ts'

/**
 * Asks to reload once the server has a newer client than this one (specification 1). It waits for its OK:
 * what is on the screen may still have to be sent.
 */
export function NewVersionPopup() {
  const text = useText()
  const isOld = useNewVersion()
  if (!isOld) return null
  return (
    <Popup
      title={text('version.title')}
      actions={
        <Button kind="primary" onClick={() => location.reload()}>
          {text('common.ok')}
        </Button>
      }
    >
      <p>{text('version.lead')}</p>
    </Popup>
  )
}
