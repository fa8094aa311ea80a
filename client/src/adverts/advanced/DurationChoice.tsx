import { ownExpiryAt, parseDuration, parseTimeOfDay } from '@aitai/engine/adverts/duration/duration.ts'
import {
  minuteMs,
  minutesPerDay,
  startOfTradingDay,
  tradingDay,
} from '@aitai/engine/calendar/trading-days.ts'
import { type Duration, presetDurations } from '@aitai/engine/model/advert.ts'
import { serverClock } from '../../shared/connection/server-clock.ts'
import { unreadableExpiry } from '../../ui/advert-terms/duration-text.ts'
import { NumberField } from '../../ui/controls/NumberField.tsx'
import { SegmentedControl } from '../../ui/controls/SegmentedControl.tsx'
import { GlossaryTerm } from '../../ui/labels/GlossaryTerm.tsx'
import { useText } from '../../ui/text/use-text.ts'

interface Props {
  duration: Duration
  onChange: (duration: Duration) => void
}

/** An own expiry begins as the next half hour that is at least so far away. */
const proposedAfterMinutes = 30

/** How long an advert lives: minutes, the day, or until a time that the trader types. */
export function DurationChoice({ duration, onChange }: Props) {
  const text = useText()
  const parsed = parseDuration(duration)
  const isOwn = parsed.kind === 'OWN_EXPIRY'
  return (
    <div className="duration-choice">
      <SegmentedControl
        label={<GlossaryTerm word="duration">{text('advert.duration')}</GlossaryTerm>}
        value={isOwn ? 'OWN' : duration}
        options={[
          ...presetDurations.map((value) => ({
            value: value as string,
            label: text(`advert.duration.${value}`),
          })),
          { value: 'OWN', label: text('advert.ownExpiry.choice') },
        ]}
        onChoose={(value) => onChange(value === 'OWN' ? proposedExpiry() : (value as Duration))}
      />
      {isOwn && (
        <NumberField
          label={text('advert.ownExpiry.time')}
          unit={text('advert.ownExpiry.zone')}
          inputMode="text"
          id="term-duration"
          value={duration === unreadableExpiry ? null : parsed.minuteOfDay}
          show={ownExpiryAt}
          parse={parseTimeOfDay}
          invalid={text('advert.ownExpiry.invalid')}
          disabled={false}
          onCommit={(minutes) => onChange(minutes === null ? unreadableExpiry : ownExpiryAt(minutes))}
        />
      )}
    </div>
  )
}

/** A half hour of today in Tokyo, the last minute of the day if there is none left. */
function proposedExpiry(): Duration {
  const now = serverClock.now()
  const minutes = (now - startOfTradingDay(tradingDay(now))) / minuteMs
  const next = Math.ceil((minutes + proposedAfterMinutes) / 30) * 30
  return ownExpiryAt(Math.min(next, minutesPerDay - 1))
}
