import { Button } from '../../ui/Button.tsx'
import { Popup } from '../../ui/Popup.tsx'
import { useText } from '../../ui/text.ts'

/** ADVERT-ERROR-011: closing it opens the panel where a broker can be chosen (specification 5). */
export function NoBrokerPopup({ onClose }: { onClose: () => void }) {
  const text = useText()
  return (
    <Popup
      title={text('error.title')}
      tone="error"
      onClose={onClose}
      actions={
        <Button kind="primary" onClick={onClose}>
          {text('common.ok')}
        </Button>
      }
    >
      <p role="alert">{text('ADVERT-ERROR-011')}</p>
    </Popup>
  )
}
