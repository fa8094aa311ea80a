import { dateOfDay, dayOfDate, tradingDay } from '@aitai/engine/calendar/trading-days.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { formatTradingDay } from '../../ui/format/format.ts'
import { useLanguage, useText } from '../../ui/text/use-text.ts'
import { serverClock } from '../connection/server-clock.ts'
import { DayChoice } from './DayChoice.tsx'
import { daysUpTo, type Period } from './period.ts'
import './period-choice.css'

interface Props {
  period: Period
  isValid: boolean
  onChoose: (period: Period) => void
}

/** How far back a period may begin: the calendar has the IOIs of a year. */
const analysedDays = 365

/** The first and the last day, and the usual periods. */
export function PeriodChoice({ period, isValid, onChoose }: Props) {
  const text = useText()
  const language = useLanguage()
  const today = tradingDay(serverClock.now())
  const presets = [
    ['costs.today', 1],
    ['costs.week', 7],
    ['costs.month', 31],
  ] as const
  return (
    <fieldset className="period-choice">
      <legend className="visually-hidden">
        {text('costs.period', { from: period.from, to: period.to })}
      </legend>
      {(['from', 'to'] as const).map((end) => (
        <span key={end} className="period-day">
          <span aria-hidden>{text(`costs.${end}`)}</span>
          <DayChoice
            label={text(`costs.${end}`)}
            day={dayOfDate(period[end])}
            shown={formatTradingDay(language, dayOfDate(period[end]))}
            first={today - analysedDays}
            onChoose={(day) => onChoose({ ...period, [end]: dateOfDay(day) })}
          />
        </span>
      ))}
      {presets.map(([name, days]) => (
        <Button key={name} kind="quiet" onClick={() => onChoose(daysUpTo(today, days))}>
          {text(name)}
        </Button>
      ))}
      <span className="field-error" role="status">
        {isValid ? '' : text('costs.tooLong')}
      </span>
    </fieldset>
  )
}
