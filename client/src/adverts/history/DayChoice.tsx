import { dateOfDay, tradingDay } from '@aitai/engine/calendar/calendar.ts'
import { usePastDaysQuery } from '../../app/api/desk-api.ts'
import { serverClock } from '../../app/connection/server-clock.ts'
import { useText } from '../../ui/text/use-text.ts'

interface Props {
  /** An ISO date in Tokyo; null for today. */
  day: string | null
  onChoose: (day: string | null) => void
}

/** Today, or a past trading day of the last year on which the trader had IOIs. */
export function DayChoice({ day, onChoose }: Props) {
  const text = useText()
  const { data } = usePastDaysQuery()
  const today = dateOfDay(tradingDay(serverClock.now()))
  const past = data?.filter((each) => each.day < today) ?? []
  return (
    <select
      className="table-input"
      aria-label={text('history.day')}
      value={day ?? today}
      onChange={({ target }) => onChoose(target.value === today ? null : target.value)}
    >
      <option value={today}>{text('history.day.today', { day: today })}</option>
      {past.map((each) => (
        <option key={each.day} value={each.day}>
          {text('history.day.past', { day: each.day, sent: each.sent, completed: each.completed })}
        </option>
      ))}
    </select>
  )
}
