import { tokyoIsoTime } from '@aitai/engine/calendar/iso-times.ts'
import { hourMs, minuteMs } from '@aitai/engine/calendar/trading-days.ts'
import type { Yen } from '@aitai/engine/model/price.ts'
import type { Language } from '@aitai/messages/language.ts'

const minus = '\u2212'
const localeOf: Readonly<Record<Language, string>> = { En: 'en-GB', Jp: 'ja-JP' }

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })
const oneDecimal = new Intl.NumberFormat('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 })
const threeDecimals = new Intl.NumberFormat('en', { minimumFractionDigits: 3, maximumFractionDigits: 3 })

const signed = (text: string): string => text.replace('-', minus)

/** Shares and other counts with thousands separators: 40,000. */
export const formatNumber = (value: number): string => signed(whole.format(value))

/** Alternatives in a sentence: 60 or 150, in Japanese 60または150. */
export const formatAlternatives = (alternatives: readonly string[], language: Language): string =>
  new Intl.ListFormat(localeOf[language], { type: 'disjunction' }).format(alternatives)

/** A mid in yen with three decimals: 2,905.500. It may be on half a tick, so it is never rounded to one. */
export const formatMid = (yen: Yen): string => signed(threeDecimals.format(yen))

// Creating a formatter costs as much as formatting a hundred times, and prices move every second.
const priceFormats = new Map<number, Intl.NumberFormat>()

/** A price in yen with the decimals of its tick, trailing zeros kept: 2,905.5 at a tick of 0.5. */
export function formatPrice(yen: Yen, tickSize: Yen): string {
  const decimals = (String(tickSize).split('.')[1] ?? '').length
  let format = priceFormats.get(decimals)
  if (!format) {
    const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
    format = new Intl.NumberFormat('en', digits)
    priceFormats.set(decimals, format)
  }
  return signed(format.format(yen))
}

/** A number with its percent sign: 25 % in English, 25% in Japanese. The texts do the same. */
export const withPercentSign = (number: number | string, language: Language): string =>
  language === 'Jp' ? `${number}%` : `${number} %`

/** A move in percent with one decimal and always a sign: +0.8 %, −0.8 %, and 0.0 % without one. */
export const formatMove = (percent: number, language: Language): string =>
  withPercentSign(formatSigned(percent), language)

/** The same, or a dash if it is unknown. */
export const formatMoveOrNone = (percent: number | null, language: Language): string =>
  percent === null ? '–' : formatMove(percent, language)

const twoDecimals = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** A change in percent with two decimals and always a sign: +0.82 %, −0.31 %, and 0.00 % without one. */
export function formatChange(percent: number, language: Language): string {
  const digits = twoDecimals.format(Math.abs(percent))
  const sign = digits === '0.00' ? '' : percent < 0 ? minus : '+'
  return withPercentSign(`${sign}${digits}`, language)
}

/** A number with one decimal and always a sign: +1.7, −0.3, and 0.0 without one. */
export function formatSigned(value: number): string {
  const digits = oneDecimal.format(Math.abs(value))
  return digits === '0.0' ? digits : `${value < 0 ? minus : '+'}${digits}`
}

/**
 * A share of a whole in percent, at least as precise as is needed to distinguish it from zero: 59 %, 4.2 %,
 * below 0.1 % `<0.1 %`.
 */
export function formatShare(share: number, language: Language): string {
  const percent = share * 100
  if (percent > 0 && percent < 0.1) return withPercentSign('<0.1', language)
  return withPercentSign(percent >= 10 ? whole.format(percent) : oneDecimal.format(percent), language)
}

/** The time to locate, from milliseconds, rounded to the second: 0:04, 12:05, 1:02:03. */
export const formatTimeToLocate = (ms: number): string => formatDuration(secondsToLocate(ms))

/** The same in whole seconds, for a file. */
export const secondsToLocate = (ms: number): number => Math.round(ms / 1_000)

/**
 * A part of an IOI in percent with at most one decimal: 62.5 %, 50 %. It is 0 % and 100 % only for nothing and for the
 * whole. A dash without a quantity.
 */
export function formatIoiShare(share: number | null, language: Language): string {
  const percent = ioiSharePercent(share)
  return percent === null ? '–' : withPercentSign(percent, language)
}

/** The number of the same, for a file. */
export function ioiSharePercent(share: number | null): number | null {
  if (share === null) return null
  const percent = Math.round(share * 1_000) / 10
  return share > 0 && share < 1 ? Math.min(99.9, Math.max(0.1, percent)) : percent
}

const twoDigits = (value: number): string => String(value).padStart(2, '0')

/** Local time of day, 24 hours, without its zone: 15:04:05. */
export function formatTime(time: number): string {
  const at = new Date(time)
  return [at.getHours(), at.getMinutes(), at.getSeconds()].map(twoDigits).join(':')
}

/** The same without its seconds: 15:04. */
export const formatHourMinute = (time: number): string => formatTime(time).slice(0, 5)

/** Each of these locales knows the short names of its own region; elsewhere it uses GMT+9. */
const zoneLocales = ['ja-JP', 'en-GB', 'en-US', 'en-AU']

const zoneNames = new Map<string, string>()

/** The short name of the local time zone at a time: JST, BST, EDT; GMT+8 where it has none. */
export function zoneName(time: number, language: Language): string {
  // What follows the time of day names the zone, in winter or in summer.
  const key = `${language} ${new Date(time).toTimeString().slice('00:00:00 '.length)}`
  const name = zoneNames.get(key) ?? lookUpZoneName(time, language)
  zoneNames.set(key, name)
  return name
}

function lookUpZoneName(time: number, language: Language): string {
  const names = [localeOf[language], ...zoneLocales].map((locale) => {
    const parts = new Intl.DateTimeFormat(locale, { timeZoneName: 'short' }).formatToParts(time)
    return parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'UTC'
  })
  return names.find((name) => !/[+-]/.test(name)) ?? names[0] ?? 'UTC'
}

/** Local time with its zone: 15:04:05 JST. */
export const formatTimeWithZone = (time: number, language: Language): string =>
  `${formatTime(time)} ${zoneName(time, language)}`

/** Local time of day and its zone, without seconds: 15:04 JST. */
export const formatHourMinuteWithZone = (time: number, language: Language): string =>
  `${formatHourMinute(time)} ${zoneName(time, language)}`

/** A local date and time with its zone: 2026-11-20 15:04:05 JST. */
export const formatMoment = (time: number, language: Language): string =>
  `${new Intl.DateTimeFormat('sv-SE').format(time)} ${formatTimeWithZone(time, language)}`

/** The same time in UTC, for tooltips: 2026-11-20 06:04:05 UTC. */
export const formatUtc = (time: number): string =>
  `${new Date(time).toISOString().slice(0, 19).replace('T', ' ')} UTC`

/** Shown if there is no countdown (docs/specification.md §4). */
const noCountdown = '--:--:--'

/** Remaining time in milliseconds as HH:MM:SS, rounded up, so that 00:00:00 means over. */
export function formatCountdown(left: number | null): string {
  if (left === null) return noCountdown
  const seconds = Math.max(0, Math.ceil(left / 1_000))
  return [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60].map(twoDigits).join(':')
}

/** A time of day in Tokyo, wherever the reader is: 15:04. */
export const formatTokyoTime = (time: number): string => tokyoIsoTime(time).slice(11, 16)

/**
 * Remaining time for a column: 2h 05m, 42m, in Japanese 2時間05分, 42分, and in the last five minutes 4:09; a dash
 * without one.
 */
export function formatTimeLeft(left: number | null, language: Language): string {
  if (left === null) return '–'
  const seconds = Math.max(0, Math.ceil(left / 1_000))
  const [hour, minute] = language === 'Jp' ? ['時間', '分'] : ['h ', 'm']
  if (left >= hourMs)
    return `${Math.floor(seconds / 3_600)}${hour}${twoDigits(Math.floor(seconds / 60) % 60)}${minute}`
  if (left >= 5 * minuteMs) return `${Math.floor(seconds / 60)}${minute}`
  return formatDuration(seconds)
}

const ageFormats: Readonly<Record<Language, Intl.RelativeTimeFormat>> = {
  En: new Intl.RelativeTimeFormat(localeOf.En, { style: 'short' }),
  Jp: new Intl.RelativeTimeFormat(localeOf.Jp, { style: 'narrow' }),
}

/** How long ago something was, from milliseconds, in its largest whole unit: 42 sec ago, 12 min ago, 2 hr ago. */
export function formatAge(ms: number, language: Language): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000))
  const format = ageFormats[language]
  if (seconds < 60) return format.format(-seconds, 'second')
  if (seconds < 3_600) return format.format(-Math.floor(seconds / 60), 'minute')
  if (seconds < 86_400) return format.format(-Math.floor(seconds / 3_600), 'hour')
  return format.format(-Math.floor(seconds / 86_400), 'day')
}

/** A duration in seconds: 0:42, 12:05, 1:02:03. */
export function formatDuration(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60]
  const rest = twoDigits(Math.floor(seconds) % 60)
  return hours > 0 ? `${hours}:${twoDigits(minutes)}:${rest}` : `${minutes}:${rest}`
}

/**
 * A time of day for the reader, with UTC beside it: 00:53 JST · 15:53 UTC. Only UTC where both clocks agree, as
 * in a British winter.
 */
export function formatLocalAndUtc(time: number, language: Language): string {
  const utc = `${new Date(time).toISOString().slice(11, 16)} UTC`
  const local = formatHourMinute(time)
  return utc.startsWith(local) ? utc : `${local} ${zoneName(time, language)} · ${utc}`
}

const wholeDay = '00:00 to 24:00'

/** The sign between the two ends of a range. */
export const rangeSign: Readonly<Record<Language, string>> = { En: '–', Jp: '～' }

/**
 * 'HH:MM to HH:MM' in UTC, on the day of `now`, in local time: 09:00–11:30, in Japanese 09:00～11:30. A whole day is
 * one on every clock.
 */
export function formatHourRange(range: string, now: number, language: Language): string {
  if (range === wholeDay) return wholeDay.replace(' to ', rangeSign[language])
  const day = new Date(now).toISOString().slice(0, 10)
  const local = (utc: string): string => formatHourMinute(Date.parse(`${day}T${utc}:00Z`))
  return range.split(' to ').map(local).join(rangeSign[language])
}

/** Full-width digits, letters and signs as half-width, as Japanese keyboards type them (NFKC). */
export const halfWidth = (typed: string): string => typed.normalize('NFKC').trim()

/** A trading day as readers of the language write it: 20 November 2026, 2026年11月20日. */
export const formatTradingDay = (language: Language, day: number): string =>
  new Intl.DateTimeFormat(language === 'Jp' ? 'ja-JP' : 'en-GB', {
    dateStyle: 'long',
    timeZone: 'UTC',
  }).format(Date.UTC(1970, 0, 1 + day))

const shortDays: Readonly<Record<Language, Intl.DateTimeFormat>> = {
  En: new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' }),
  Jp: new Intl.DateTimeFormat('ja-JP', {
    weekday: 'short',
    day: 'numeric',
    month: 'numeric',
    timeZone: 'UTC',
  }),
}

/** A trading day where there is little room: Fri 20 Nov, 11/20(金). */
export const formatShortDay = (language: Language, day: number): string =>
  shortDays[language].format(Date.UTC(1970, 0, 1 + day)).replace(',', '')
