import { OkPopup } from '../ui/popups/OkPopup.tsx'
import { useText } from '../ui/text/use-text.ts'

/** ADVERT-ERROR-011: closing it opens the panel where a broker can be chosen (specification 5). */
export function NoBrokerPopup({ onClose }: { onClose: () => void }) {
  const text = useText()
  return (
    <OkPopup title={text('error.title')} tone="error" onClose={onClose}>
      <p role="alert">{text('ADVERT-ERROR-011')}</p>
    </OkPopup>
  )
}
