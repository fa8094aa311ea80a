import { Button } from '../../ui/controls/Button.tsx'
import { Popup } from '../../ui/popups/Popup.tsx'
import { useText } from '../../ui/text/use-text.ts'
import { useNewVersion } from './use-new-version.ts'

/**
 * Offers to reload once the server has a newer client than this one (docs/specification.md §1). It waits for
 * OK, because there may be unsent changes.
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
