import { useText } from '../ui/text.ts'
import type { Caution } from './cautions.ts'
import type { ReviewedRow } from './review-rows.ts'

/** One thing that will be sent, and what it was when it was last sent. */
export function ReviewRow({ label, value, note, was }: ReviewedRow) {
  const text = useText()
  return (
    <div data-changed={was !== null || undefined}>
      <dt>{label}</dt>
      <dd>
        {value}
        {note && <small>{note}</small>}
        {was !== null && <small>{text('advert.review.was', { value: was })}</small>}
      </dd>
    </div>
  )
}

const utc = (at: number): string => new Date(at).toISOString().slice(11, 16)

/** What to look at twice before sending. */
export function CautionLine({ caution, minutes }: { caution: Caution; minutes: string }) {
  return <p className="review-caution">{useWords(caution, minutes)}</p>
}

function useWords(caution: Caution, minutes: string): string {
  const text = useText()
  switch (caution.kind) {
    case 'large':
      return text('advert.review.large', { times: caution.times })
    case 'close':
      return text('advert.review.close', { time: utc(caution.at), minutes })
    case 'break':
      return text('advert.review.break', { from: utc(caution.from), to: utc(caution.to) })
  }
}
