import { dateOfDay, tradingDay } from '@aitai/engine/calendar/trading-days.ts'
import { serverClock } from '../shared/connection/server-clock.ts'
import { Field } from '../ui/controls/Field.tsx'

interface Props {
  label: string
  /** An ISO date in Tokyo; empty while none is chosen. */
  value: string
  min?: string
  max?: string
  hint?: string
  onChange: (day: string) => void
}

/** A day in Tokyo, in the browser's own calendar. */
export function DayField({ onChange, ...field }: Props) {
  return <Field {...field} type="date" onChange={(event) => onChange(event.target.value)} />
}

/** Today in Tokyo, as an ISO date. */
export const todayInTokyo = (): string => dateOfDay(tradingDay(serverClock.now()))
