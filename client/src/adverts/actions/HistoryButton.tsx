import { useAppDispatch } from '../../app/store/store.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { useText } from '../../ui/text/use-text.ts'
import { historyTurned } from '../desk-slice.ts'

/** Turns the container to the history and back. */
export function HistoryButton({ isHistory }: { isHistory: boolean }) {
  const text = useText()
  const dispatch = useAppDispatch()
  return (
    <Button kind={isHistory ? 'normal' : 'quiet'} onClick={() => dispatch(historyTurned(!isHistory))}>
      {text(isHistory ? 'history.close' : 'history.open')} <span aria-hidden>{isHistory ? '↩' : '▤'}</span>
    </Button>
  )
}
