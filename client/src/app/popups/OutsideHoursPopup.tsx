import type { CallFailure } from '../../shared/api/failure.ts'
import { parseOutsideHours } from '../../shared/api/outside-hours.ts'
import { serverClock } from '../../shared/connection/server-clock.ts'
import { formatHourRange, rangeSign, zoneName } from '../../ui/format/format.ts'
import { OkPopup } from '../../ui/popups/OkPopup.tsx'
import { useLanguage, useText } from '../../ui/text/use-text.ts'
import './outside-hours-popup.css'

interface Props {
  failure: CallFailure
  onClose: () => void
}

/**
 * The platform hours notice: the hours in the user's time zone, after a refusal outside of them
 * (docs/specification.md §8).
 */
export function OutsideHoursPopup({ failure, onClose }: Props) {
  const text = useText()
  const language = useLanguage()
  const { exchange, ric, ranges } = parseOutsideHours(language, failure)
  const now = serverClock.now()
  const local = ranges
    .map((range) => {
      const [from = '', to = ''] = formatHourRange(range, now, language).split(rangeSign[language])
      return text('outsideHours.range', { from, to })
    })
    .join(text('outsideHours.separator'))
  const of = exchange ?? text('outsideHours.exchange')
  return (
    <OkPopup title={text('outsideHours.title')} tone="warning" onClose={onClose}>
      <div role="alert" className="outside-hours">
        <b className="outside-hours-closed">{text('outsideHours.closed')}</b>
        <p>
          {ric === null
            ? text('outsideHours.hours', { exchange: of })
            : text('outsideHours.security', { ric, exchange: of })}
        </p>
        {local && <p className="outside-hours-ranges">{local}</p>}
        {local && <p>{text('outsideHours.zone', { zone: zoneName(now, language) })}</p>}
        <p className="outside-hours-kept">{text('outsideHours.kept')}</p>
      </div>
    </OkPopup>
  )
}
