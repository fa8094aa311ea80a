import { alignColumns } from './output.ts'

/** A session as printed by admin commands. */
export interface SessionShown {
  readonly date: string
  readonly weekday: string
  readonly utc: string
  readonly tokyo: string
  readonly local: string
}

/** Formats sessions as a table. */
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

/** Sessions before and after a change; only once if they are the same. */
export function beforeAndAfterTables(
  title: string,
  { before, after }: { readonly before: readonly SessionShown[]; readonly after: readonly SessionShown[] },
  zone: string,
): readonly string[] {
  if (JSON.stringify(before) === JSON.stringify(after))
    return sessionTable(`${title}, before and after`, after, zone)
  return [...sessionTable(`${title}, before`, before, zone), ...sessionTable(`${title}, after`, after, zone)]
}
