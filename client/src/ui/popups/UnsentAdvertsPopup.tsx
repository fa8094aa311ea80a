import { useText } from '../text/use-text.ts'
import { ConfirmLeavePopup } from './ConfirmLeavePopup.tsx'

interface Props {
  /** How many adverts have changes that are not sent. */
  unsent: number
  onStay: () => void
  onLeave: () => void
}

/** Asks before changes of adverts that are not sent are left behind. */
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
