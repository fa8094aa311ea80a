import { serverClock } from '../../shared/connection/server-clock.ts'
import { sizeWarningText } from '../../shared/sizes/SizeWarnings.tsx'
import { formatTime, zoneName } from '../../ui/format/format.ts'
import { useLanguage, useText } from '../../ui/text/use-text.ts'
import type { ReviewRowData } from './review-rows.ts'
import type { ReviewWarning } from './review-warnings.ts'

/** One term that will be sent, with its previous value if it changed. */
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

/** One warning of the review. */
export function WarningLine({ warning, minutes }: { warning: ReviewWarning; minutes: string }) {
  return <p className="review-warning">{useWarningText()(warning, minutes)}</p>
}

/** The text of a warning; times are local with their zone, like the hours in the banner. */
function useWarningText(): (warning: ReviewWarning, minutes: string) => string {
  const text = useText()
  const language = useLanguage()
  const clock = (at: number): string => formatTime(at).slice(0, 5)
  const zone = (at: number): string => zoneName(at, language)
  return (warning, minutes) => {
    switch (warning.kind) {
      case 'large':
      case 'volume':
      case 'block':
      case 'order':
        return sizeWarningText(warning, text, language)
      case 'break': {
        const { from, to } = warning
        return text('advert.review.break', { from: clock(from), to: clock(to), zone: zone(to) })
      }
      case 'close':
        return text('advert.review.close', { time: clock(warning.at), zone: zone(warning.at), minutes })
      case 'over':
        return warning.at <= serverClock.now()
          ? text('advert.review.isOver')
          : text('advert.review.over', { time: clock(warning.at), zone: zone(warning.at) })
      default:
        return text(`advert.review.${warning.kind}`)
    }
  }
}
