import { useText } from '../text/use-text.ts'
import { ConfirmLeavePopup } from './ConfirmLeavePopup.tsx'

interface Props {
  /** The number of adverts with unsent changes. */
  unsent: number
  onStay: () => void
  onLeave: () => void
}

/** Asks before unsent changes of adverts are discarded. */
export function UnsentAdvertsPopup({ unsent, onStay, onLeave }: Props) {
  const text = useText()
  return (
    <ConfirmLeavePopup
      title={text('advert.leaving.title')}
      leave={text('advert.leaving.leave')}
      {...{ onStay, onLeave }}
    >
      {text('advert.leaving.body', { count: unsent })}
    </ConfirmLeavePopup>
  )
}
