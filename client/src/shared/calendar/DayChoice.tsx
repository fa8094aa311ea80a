import type { PastDays } from '@aitai/contract/schemas/history.ts'
import { dateOfDay, dayMs, dayOfDate, tradingDay } from '@aitai/engine/calendar/trading-days.ts'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/controls/Button.tsx'
import { Dropdown } from '../../ui/controls/Dropdown.tsx'
import { formatTradingDay } from '../../ui/format/format.ts'
import { Chevron } from '../../ui/labels/Chevron.tsx'
import { useLanguage, useText } from '../../ui/text/use-text.ts'
import { usePastDaysQuery } from '../api/desk-api.ts'
import { serverClock } from '../connection/server-clock.ts'
import { dayMovedTo, monthFrom, startOfMonth, weeksOf } from './calendar-days.ts'
import './day-choice.css'

interface Props {
  /** What the day is for. */
  label: string
  /** The trading day, by number. */
  day: number
  /** What the button says of the day. */
  shown: string
  /** The first of the days that can be chosen. Without it only today and the days with own IOIs can. */
  first?: number
  onChoose: (day: number) => void
}

/** A trading day up to today, from a calendar with the trader's own IOIs of each day of the last year. */
export function DayChoice({ label, shown, ...calendar }: Props) {
  return (
    <Dropdown
      className="day-choice"
      label={label}
      name={`${label} ${shown}`}
      trigger={
        <>
          {shown} <Chevron to="down" />
        </>
      }
    >
      {(close) => (
        <DayCalendar
          {...calendar}
          onChoose={(chosen) => {
            calendar.onChoose(chosen)
            close()
          }}
        />
      )}
    </Dropdown>
  )
}

/** A month in which days can be chosen, by mouse or as a date grid by keyboard. */
function DayCalendar({ day: chosen, first, onChoose }: Omit<Props, 'label' | 'shown'>) {
  const text = useText()
  const language = useLanguage()
  const { data: past } = usePastDaysQuery()
  const today = tradingDay(serverClock.now())
  const [focused, setFocused] = useState(chosen)
  const counts = new Map(past?.map((each) => [dayOfDate(each.day), each]))
  const range = { first: first ?? Math.min(today, ...counts.keys()), last: today }
  const grid = useRef<HTMLTableElement>(null)
  // The calendar opens on request: its day takes the focus, and keeps it while keys move it.
  useEffect(() => grid.current?.querySelector<HTMLElement>(`[data-day="${focused}"]`)?.focus(), [focused])
  const changeMonth = (months: number): void =>
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
          onClick={() => changeMonth(-1)}
        >
          <Chevron to="left" />
        </Button>
        <b aria-live="polite">{month}</b>
        <Button
          kind="quiet"
          aria-label={text('history.month.next')}
          dimmedBecause={monthFrom(focused, 1) > range.last ? text('history.month.last') : null}
          onClick={() => changeMonth(1)}
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
                    isOpen={
                      counts.has(each) ||
                      each === today ||
                      (first !== undefined && each >= first && each <= today)
                    }
                    isChosen={each === chosen}
                    isFocused={each === focused}
                    onChoose={() => onChoose(each)}
                  />
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
      <footer>
        <span>{text('history.day.hint')}</span>
        <Button onClick={() => onChoose(today)}>{text('history.day.today')}</Button>
      </footer>
    </div>
  )
}

interface DayCellProps {
  day: number
  /** The trader's own IOIs of the day; undefined if there are none. */
  counts: PastDays[number] | undefined
  isToday: boolean
  /** Whether it can be chosen. */
  isOpen: boolean
  isChosen: boolean
  isFocused: boolean
  onChoose: () => void
}

/** A day of the month. One that cannot be chosen takes the focus too, so that it can be read. */
function DayCell({ day, counts, isToday, isOpen, isChosen, isFocused, onChoose }: DayCellProps) {
  const text = useText()
  const language = useLanguage()
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
