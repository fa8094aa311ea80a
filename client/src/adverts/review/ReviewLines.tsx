import { serverClock } from '../../app/connection/server-clock.ts'
import { formatTime, zoneName } from '../../ui/format/format.ts'
import { useLanguage, useText } from '../../ui/text/use-text.ts'
import type { ReviewRowData } from './review-rows.ts'
import type { ReviewWarning } from './review-warnings.ts'

/** One thing that will be sent, and what it was when it was last sent. */
export function ReviewRow({ label, value, note, was }: ReviewRowData) {
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

/** What to look at twice before sending. */
export function WarningLine({ caution, minutes }: { caution: ReviewWarning; minutes: string }) {
  return <p className="review-caution">{useWarningText()(caution, minutes)}</p>
}

/** A caution in words; times are local, with the zone named, as the market's hours in the banner are. */
export function useWarningText(): (caution: ReviewWarning, minutes: string) => string {
  const text = useText()
  const language = useLanguage()
  const clock = (at: number): string => formatTime(at).slice(0, 5)
  const zone = (at: number): string => zoneName(at, language)
  return (caution, minutes) => {
    switch (caution.kind) {
      case 'large':
        return text('advert.review.large', { times: caution.times })
      case 'break': {
        const { from, to } = caution
        return text('advert.review.break', { from: clock(from), to: clock(to), zone: zone(to) })
      }
      case 'close':
        return text('advert.review.close', { time: clock(caution.at), zone: zone(caution.at), minutes })
      case 'over':
        return caution.at <= serverClock.now()
          ? text('advert.review.isOver')
          : text('advert.review.over', { time: clock(caution.at), zone: zone(caution.at) })
      default:
        return text(`advert.review.${caution.kind}`)
    }
  }
}
