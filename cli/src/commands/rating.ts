import type { PrintedRating } from '@aitai/server/admin/users/user-rating.ts'
import { sendAdminCommand } from '../admin-client.ts'
import { command, print } from '../command.ts'

export const ratingShow = command({
  name: 'rating show',
  says: "Show a trader's credibility rating and what it is made of",
  operand: 'EMAIL',
  flags: { json: { type: 'boolean', says: 'Print JSON' } },
  more:
    'Prints a table, or JSON with --json. Neither adverts nor contras are in it, and days in place of moments.\n' +
    'That it was shown is kept in the audit trail, with who asked.',
  async run({ json }, email) {
    const rating = (await sendAdminCommand('rating show', { email })) as PrintedRating
    if (json) print(rating)
    else console.log(ratingTable(rating))
  },
})

/** The rating as a person reads it: the newest answer first, then what stands for those there are not yet. */
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
    cells.map((cell, place) => (place < 2 ? `${cell}`.padEnd(12) : `${cell}`.padStart(8))).join('')
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
