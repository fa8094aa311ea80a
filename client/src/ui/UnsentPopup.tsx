import { LeavingPopup } from './LeavingPopup.tsx'
import { useText } from './text.ts'

interface Props {
  /** How many adverts have changes that are not sent. */
  unsent: number
  onStay: () => void
  onLeave: () => void
}

/** Asks before changes of adverts that are not sent are left behind. */
export function UnsentPopup({ unsent, onStay, onLeave }: Props) {
  const text = useText()
  return (
    <LeavingPopup
      title={text('advert.leaving.title')}
      leave={text('advert.leaving.leave')}
      {...{ onStay, onLeave }}
    >
      {text('advert.leaving.body', { count: unsent })}
    </LeavingPopup>
  )
}
