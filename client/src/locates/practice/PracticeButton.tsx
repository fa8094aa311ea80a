import { useGetEquitiesQuery } from '../../shared/api/desk-api.ts'
import { useAppDispatch } from '../../shared/store/store.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { useText } from '../../ui/text/use-text.ts'
import { practiceBegun } from '../locates-slice.ts'

/** Opens a practice locate in the most traded security. */
export function PracticeButton() {
  const text = useText()
  const dispatch = useAppDispatch()
  const { data: equities } = useGetEquitiesQuery()
  const equity = equities?.[0]
  if (!equity) return null
  return (
    <Button
      kind="quiet"
      title={text('practice.hint')}
      onClick={() => void dispatch(practiceBegun(equity.equityId))}
    >
      {text('practice.begin')}
    </Button>
  )
}
