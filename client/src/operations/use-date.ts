import { dayOfDate } from '@aitai/engine/calendar/trading-days.ts'
import { formatTradingDay } from '../ui/format/format.ts'
import { useLanguage } from '../ui/text/use-text.ts'

/** Returns a function that writes an ISO date as readers of the language do. */
export function useDate(): (date: string) => string {
  const language = useLanguage()
  return (date) => formatTradingDay(language, dayOfDate(date))
}
