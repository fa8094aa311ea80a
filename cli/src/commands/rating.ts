import type { PrintedRating } from '@aitai/server/admin/users/user-rating.ts'
import { sendAdminCommand } from '../admin-client.ts'
import { command } from '../command.ts'

export const ratingShow = command({
  name: 'rating show',
  summary: "Show a trader's credibility rating and how it is calculated",
  operand: 'EMAIL',
  flags: {},
  details:
    'Shows neither IOIs nor contras, and days instead of times. The request is recorded in the audit trail with\n' +
    'your name.',
  async run(_, email) {
    const rating = (await sendAdminCommand('rating show', { email })) as PrintedRating
    return { result: rating, text: ratingTable(rating) }
  },
})

/** The rating as text: the answers, the newest first, then the assumed score of missing answers. */
export function ratingTable({
  email,
  rating,
  stars,
  events,
  missing,
  fullWeight,
  next,
}: PrintedRating): string {
  const line = (...cells: (string | number)[]): string =>
    cells.map((cell, index) => (index < 2 ? `${cell}`.padEnd(12) : `${cell}`.padStart(8))).join('')
  const rows = events.map(({ day, kind, score, weight, points }) => line(day, kind, score, weight, points))
  const rest = line(`${missing.count} not yet`, '', missing.score, missing.weight, missing.points)
  const sum = events.reduce((all, { points }) => all + points, missing.points)
  const table = [line('Day', 'Answer', 'Score', 'Weight', 'Points'), ...rows]
  return [
    `${email}: rating ${rating}, ${stars} of 5 stars`,
    '',
    ...(missing.count > 0 ? [...table, rest] : table),
    '',
    `${sum} points / ${fullWeight} = ${rating}, rounded`,
    `The next answer makes it: accept ${next.accept}, decline ${next.decline}, timeout ${next.timeout}`,
  ].join('\n')
}
