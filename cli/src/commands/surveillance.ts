import type {
  PrintedActivity,
  PrintedBudget,
  PrintedInstitution,
  PrintedSign,
  SurveillanceReport,
} from '@aitai/server/admin/journal/surveillance.ts'
import { sendAdminCommand } from '../admin-client.ts'
import { command } from '../command.ts'
import { requiredReason } from '../flags.ts'
import { alignColumns, counted } from '../output.ts'
import { parseTradingDay } from '../times.ts'

export const surveillance = command({
  name: 'surveillance',
  summary: 'Show the locates, failures and sizes of each institution, and who looks like probing',
  flags: {
    day: {
      type: 'string',
      value: 'DATE',
      description: 'A trading day, 2026-11-20 in Tokyo; today if omitted',
    },
    reason: requiredReason,
  },
  details:
    'Institutions that look like probing come first, with the reasons. Your name and reason are written to the\n' +
    'journal before anything is shown.',
  async run(given) {
    const day = given.day === undefined ? {} : { day: parseTradingDay(given.day, '--day') }
    const report = (await sendAdminCommand('surveillance', {
      ...day,
      reason: given.reason,
    })) as SurveillanceReport
    return { result: report, text: surveillanceText(report) }
  },
})

/** The report as text: who looks like probing and why, then the figures of all. */
export function surveillanceText({ date, by, reason, institutions }: SurveillanceReport): string {
  const probing = institutions.filter(({ signs }) => signs.length > 0)
  return [
    `Trading day ${date}, asked by ${by}: ${reason}`,
    ...(institutions.length === 0
      ? ['No institution had an IOI or a locate.']
      : [
          probing.length === 0 ? 'No institution looks like probing.' : 'Looks like probing:',
          ...probing.map(reasonsOf),
          figuresTable(institutions),
        ]),
    ...pairLines(institutions),
  ].join('\n\n')
}

const reasonsOf = ({ institution, signs }: PrintedInstitution): string =>
  [institution, ...signs.map((sign) => `  ${reasonOf(sign)}`)].join('\n')

function reasonOf(sign: PrintedSign): string {
  switch (sign.sign) {
    case 'FAILURES':
      return `It made ${sign.failures} of its ${counted(sign.locates, 'locate')} fail.`
    case 'WITHDRAWN':
      return `${counted(sign.withdrawn, 'of its locates was', 'of its locates were')} withdrawn without fault.`
    case 'SIZES':
      return `It tried ${sign.sizes} sizes in ${sign.security}, each at least 1.25 times or at most 0.8 times the one before.`
    case 'QUICK_CANCELS':
      return `It cancelled ${sign.adverts} IOIs within a minute, before any locate.`
    case 'BUDGET':
      return budgetReason(sign)
  }
}

function budgetReason({ budget, of, count }: PrintedBudget): string {
  const isWithdrawn = budget === 'SECURITY_WITHDRAWAL' || budget === 'FIRM_WITHDRAWAL'
  const used = `is used up: ${counted(count, isWithdrawn ? 'withdrawn locate' : 'failure')}.`
  if (budget === 'TRADER') return `The budget of ${of} ${used}`
  return of === null ? `Its budget for all securities ${used}` : `Its budget in ${of} ${used}`
}

const headings = [
  ...['Institution, trader', 'Locates', 'Failures', 'per locate', 'Declined', 'excused', 'Timed out'],
  ...['Knocked out', 'Not executed', 'Withdrawn', 'Securities', 'Sizes', 'Quick cancels'],
] as const

const figuresTable = (institutions: readonly PrintedInstitution[]): string =>
  alignColumns(
    [
      headings,
      ...institutions.flatMap((firm) => [
        figures(firm.institution, firm),
        ...firm.traders.map((trader) => figures(`  ${trader.trader}`, trader)),
      ]),
    ],
    '',
  ).join('\n')

/** The column of the sizes has the most in one security. */
function figures(name: string, activity: PrintedActivity): string[] {
  const { failures, failuresPerLocate, sizesTried } = activity
  const { total, declined, excused, timedOut, knockedOut, notExecuted } = failures
  const numbers = [
    declined,
    excused,
    timedOut,
    knockedOut,
    notExecuted,
    activity.withdrawn,
    activity.securitiesLocated,
  ]
  return [
    name,
    String(activity.locates),
    String(total),
    failuresPerLocate === null ? '–' : failuresPerLocate.toFixed(2),
    ...[...numbers, sizesTried[0]?.sizes ?? 0, activity.quickCancels].map(String),
  ]
}

/** Pairs whose budget is used up, each once. */
function pairLines(institutions: readonly PrintedInstitution[]): string[] {
  const pairs = institutions.flatMap(({ institution, budgetsUsedUp }) =>
    budgetsUsedUp
      .filter(({ budget, of }) => budget === 'PAIR' && of !== null && institution < of)
      .map(({ of, count }) => `  ${institution} and ${of}: ${counted(count, 'failed locate')}`),
  )
  return pairs.length === 0
    ? []
    : [['Not located with each other for the rest of that day:', ...pairs].join('\n')]
}
