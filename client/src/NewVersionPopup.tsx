import { useWebVersionQuery } from './accounts-api.ts'
import { intervals } from './intervals.ts'
import { Button } from './ui/Button.tsx'
import { Popup } from './ui/Popup.tsx'
import { useText } from './ui/text.ts'
import { clientVersion, isNewer } from './version.ts'

/**
 * Asks to reload once the server has a newer client than this one (specification 1), looked at every hour. It
 * waits for its OK: what is on the screen may still have to be sent.
 */
export function NewVersionPopup() {
  const text = useText()
  const { data: newest } = useWebVersionQuery(undefined, { pollingInterval: intervals.versionPoll })
  if (newest === undefined || !isNewer(newest, clientVersion)) return null
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
