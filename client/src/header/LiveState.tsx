import { useAppSelector } from '../store.ts'
import { useText } from '../ui/text.ts'

/** One quiet word in the header while all is well; what is not well has the strip. */
export function LiveState() {
  const text = useText()
  const { state } = useAppSelector((whole) => whole.connection)
  if (state === 'reconnecting' || state === 'offline') return null
  return (
    <span className="live-state" data-state={state}>
      {text(state === 'live' ? 'connection.live' : 'connection.connecting')}
    </span>
  )
}
