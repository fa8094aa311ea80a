import { useText } from '../ui/text.ts'
import { useUser } from '../user.ts'
import { isUnmatched } from './unmatched.ts'
import './rating.css'

/** Says in the header itself that a rating of 1 to 9 matches nobody, and whom to turn to (rules 14). */
export function RatingNone() {
  const text = useText()
  const rating = useUser()?.credibilityRating ?? null
  if (rating === null || !isUnmatched(rating)) return null
  return (
    <span className="rating-none" role="status" title={text('ledger.none')}>
      {text('ledger.none')}
    </span>
  )
}
