import { useAppDispatch } from '../../shared/store/store.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { useText } from '../../ui/text/use-text.ts'
import { historyToggled } from '../desk-slice.ts'

/** Opens and closes the history. */
export function HistoryButton({ isHistory }: { isHistory: boolean }) {
  const text = useText()
  const dispatch = useAppDispatch()
  return (
    <Button kind={isHistory ? 'normal' : 'quiet'} onClick={() => dispatch(historyToggled(!isHistory))}>
      {text(isHistory ? 'history.close' : 'history.open')} <span aria-hidden>{isHistory ? '↩' : '▤'}</span>
    </Button>
  )
}
