import type { PastDays } from '@aitai/contract/schemas/history.ts'
import { dateOfDay, dayMs, dayOfDate, tradingDay } from '@aitai/engine/calendar/calendar.ts'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { usePastDaysQuery } from '../../app/api/desk-api.ts'
import { serverClock } from '../../app/connection/server-clock.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Dropdown } from '../../ui/controls/Dropdown.tsx'
import { formatTradingDay } from '../../ui/format/format.ts'
import { Chevron } from '../../ui/labels/Chevron.tsx'
import { useLanguage, useText } from '../../ui/text/use-text.ts'
import { dayMovedTo, monthFrom, startOfMonth, weeksOf } from './calendar-days.ts'
import './day-choice.css'

interface Props {
  /** An ISO date in Tokyo; null for today. */
  day: string | null
  onChoose: (day: string | null) => void
}

/** Today, or a past trading day of the last year on which the trader had IOIs, from a calendar. */
export function DayChoice({ day, onChoose }: Props) {
  const text = useText()
  const language = useLanguage()
  const shown = day === null ? text('history.day.today') : formatTradingDay(language, dayOfDate(day))
  return (
    <Dropdown
      className="day-choice"
      label={text('history.day')}
      name={`${text('history.day')} ${shown}`}
      trigger={
        <>
          {shown} <Chevron to="down" />
        </>
      }
    >
      {(close) => (
        <DayCalendar
          day={day}
          onChoose={(chosen) => {
            onChoose(chosen)
            close()
          }}
        />
      )}
    </Dropdown>
  )
}

/** A month in which days with own IOIs can be chosen, by mouse or as a date grid by keyboard. */
function DayCalendar({ day, onChoose }: Props) {
  const text = useText()
  const language = useLanguage()
  const { data: past } = usePastDaysQuery()
  const today = tradingDay(serverClock.now())
  const chosen = day === null ? today : dayOfDate(day)
  const [focused, setFocused] = useState(chosen)
  const counts = new Map(past?.map((each) => [dayOfDate(each.day), each]))
  const range = { first: Math.min(today, ...counts.keys()), last: today }
  const grid = useRef<HTMLTableElement>(null)
  // The calendar opens on request: its day takes the focus, and keeps it while keys move it.
  useEffect(() => grid.current?.querySelector<HTMLElement>(`[data-day="${focused}"]`)?.focus(), [focused])
  const turn = (months: number): void =>
    setFocused(dayMovedTo(focused, months < 0 ? 'PageUp' : 'PageDown', range) ?? focused)
  const press = (event: KeyboardEvent): void => {
    const moved = dayMovedTo(focused, event.key, range)
    if (moved === null) return
    event.preventDefault()
    setFocused(moved)
  }
  const month = monthName(language, focused)
  return (
    <div className="day-calendar">
      <header>
        <Button
          kind="quiet"
          aria-label={text('history.month.previous')}
          dimmedBecause={startOfMonth(focused) <= range.first ? text('history.month.first') : null}
          onClick={() => turn(-1)}
        >
          <Chevron to="left" />
        </Button>
        <b aria-live="polite">{month}</b>
        <Button
          kind="quiet"
          aria-label={text('history.month.next')}
          dimmedBecause={monthFrom(focused, 1) > range.last ? text('history.month.last') : null}
          onClick={() => turn(1)}
        >
          <Chevron to="right" />
        </Button>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the date grid of the ARIA practices */}
      <table ref={grid} role="grid" aria-label={month} onKeyDown={press}>
        <thead>
          <tr>
            {weekdays.map((weekday) => (
              <th key={weekday} scope="col" abbr={weekdayName(language, weekday, 'long')}>
                {weekdayName(language, weekday, 'narrow')}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(focused).map((days) => (
            <tr key={days.find((each) => each !== null)}>
              {days.map((each, i) =>
                each === null ? (
                  <td key={`none-${weekdays[i]}`} />
                ) : (
                  <DayCell
                    key={each}
                    day={each}
                    counts={counts.get(each)}
                    isToday={each === today}
                    isChosen={each === chosen}
                    isFocused={each === focused}
                    onChoose={() => onChoose(each === today ? null : dateOfDay(each))}
                  />
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
      <footer>
        <span>{text('history.day.hint')}</span>
        <Button onClick={() => onChoose(null)}>{text('history.day.today')}</Button>
      </footer>
    </div>
  )
}

interface DayCellProps {
  day: number
  /** The own IOIs of the day; undefined if there are none. */
  counts: PastDays[number] | undefined
  isToday: boolean
  isChosen: boolean
  isFocused: boolean
  onChoose: () => void
}

/** A day of the month. One without IOIs takes the focus, so that it can be read, and cannot be chosen. */
function DayCell({ day, counts, isToday, isChosen, isFocused, onChoose }: DayCellProps) {
  const text = useText()
  const language = useLanguage()
  const isOpen = isToday || counts !== undefined
  const what = isToday
    ? text('history.day.today')
    : counts
      ? text('history.day.past', { sent: counts.sent, completed: counts.completed })
      : text('history.day.none')
  const label = `${formatTradingDay(language, day)}, ${what}`
  return (
    <td>
      <button
        type="button"
        data-day={day}
        tabIndex={isFocused ? 0 : -1}
        aria-label={label}
        aria-pressed={isChosen}
        aria-current={isToday ? 'date' : undefined}
        aria-disabled={!isOpen}
        title={what}
        onClick={isOpen ? onChoose : undefined}
      >
        {Number(dateOfDay(day).slice(8))}
        {/* By CSS, because the name of the button says it in words. */}
        <small aria-hidden data-sent={counts?.sent ?? ''} data-completed={(counts?.completed ?? 0) > 0} />
      </button>
    </td>
  )
}

const weekdays = [0, 1, 2, 3, 4, 5, 6] as const
/** A Monday, to name the days of the week. */
const someMonday = dayOfDate('2026-11-23')

const locales = { En: 'en-GB', Jp: 'ja-JP' } as const
type Locale = keyof typeof locales

const weekdayName = (language: Locale, weekday: number, style: 'long' | 'narrow'): string =>
  new Intl.DateTimeFormat(locales[language], { weekday: style, timeZone: 'UTC' }).format(
    (someMonday + weekday) * dayMs,
  )

const monthName = (language: Locale, day: number): string =>
  new Intl.DateTimeFormat(locales[language], { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    day * dayMs,
  )
