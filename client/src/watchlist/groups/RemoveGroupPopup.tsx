import { Button } from '../../ui/controls/Button.tsx'
import { formatNumber } from '../../ui/format/format.ts'
import { Popup } from '../../ui/popups/Popup.tsx'
import { useText } from '../../ui/text/use-text.ts'

interface Props {
  name: string
  count: number
  onRemove: () => void
  onClose: () => void
}

/** Asks before a group is removed together with its securities. */
export function RemoveGroupPopup({ name, count, onRemove, onClose }: Props) {
  const text = useText()
  return (
    <Popup
      title={text('watchlist.group.remove.title')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{text('watchlist.import.cancel')}</Button>
          <Button kind="primary" onClick={onRemove}>
            {text('watchlist.group.remove.confirm')}
          </Button>
        </>
      }
    >
      <p>{text('watchlist.group.remove.question', { group: name, count: formatNumber(count) })}</p>
    </Popup>
  )
}
