import { alignColumns } from './output.ts'

/** A session as the back office shows it. */
export interface SessionShown {
  readonly date: string
  readonly weekday: string
  readonly utc: string
  readonly tokyo: string
  readonly local: string
}

/** Sessions as a table, one a line. */
export function sessionTable(
  title: string,
  sessions: readonly SessionShown[],
  zone: string,
): readonly string[] {
  if (sessions.length === 0) return [`${title}: none`]
  const rows = sessions.map(({ date, weekday, utc, tokyo, local }) => [
    `${date} ${weekday}`,
    utc,
    tokyo,
    local,
  ])
  return [`${title}:`, ...alignColumns([['trading day', 'UTC', 'Tokyo', zone], ...rows])]
}

/** Sessions before and after a change; once where they are the same. */
export function beforeAndAfterTables(
  title: string,
  { before, after }: { readonly before: readonly SessionShown[]; readonly after: readonly SessionShown[] },
  zone: string,
): readonly string[] {
  if (JSON.stringify(before) === JSON.stringify(after))
    return sessionTable(`${title}, before and after`, after, zone)
  return [...sessionTable(`${title}, before`, before, zone), ...sessionTable(`${title}, after`, after, zone)]
}
