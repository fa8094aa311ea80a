/** Formats milliseconds since the epoch as UTCTimestamp, with milliseconds. */
export function formatUtcTimestamp(at: number): string {
  const iso = new Date(at).toISOString()
  return `${iso.slice(0, 4)}${iso.slice(5, 7)}${iso.slice(8, 10)}-${iso.slice(11, 23)}`
}

const pattern = /^(\d{4})(\d\d)(\d\d)-(\d\d):(\d\d):(\d\d)(?:\.(\d{1,12}))?$/

/**
 * Parses UTCTimestamp, with or without a fraction, into milliseconds since the epoch; null if it is not one. A leap
 * second counts as the second after it.
 */
export function parseUtcTimestamp(value: string): number | null {
  const match = pattern.exec(value)
  if (!match) return null
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  if (hour > 23 || minute > 59 || second > 60) return null
  const date = new Date(Date.UTC(year, month - 1, day))
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null
  const milliseconds = Number((match[7] ?? '0').padEnd(3, '0').slice(0, 3))
  return date.getTime() + ((hour * 60 + minute) * 60 + second) * 1_000 + milliseconds
}
