import { useUser } from '../../app/store/current-user.ts'
import { useText } from '../../ui/text/use-text.ts'
import { isBelowLowestHurdle } from './lowest-hurdle.ts'
import './rating.css'

/** Says in the header itself that a rating of 1 to 9 matches nobody, and whom to turn to (rules 14). */
export function LowRatingNotice() {
  const text = useText()
  const rating = useUser()?.credibilityRating ?? null
  if (rating === null || !isBelowLowestHurdle(rating)) return null
  return (
    <span className="rating-none" role="status" title={text('ledger.none')}>
      {text('ledger.none')}
    </span>
  )
}
