import type { Section } from './example.ts'
import { list } from './markdown.ts'
import { marketStatistics } from './market-statistics-section.ts'
import { agreements, costAnalysis, executions, notExecuted } from './sections/agreements.ts'
import { brokers } from './sections/brokers.ts'
import { cashSwap } from './sections/cash-swap.ts'
import { eligibility } from './sections/eligibility.ts'
import { hoursAndLife } from './sections/hours.ts'
import { limitsInForce, probingBudgets } from './sections/limits.ts'
import { locates } from './sections/locates.ts'
import { marketData } from './sections/market-data.ts'
import { notices } from './sections/notices.ts'
import { prices } from './sections/prices.ts'
import { priority } from './sections/priority.ts'
import { quantity } from './sections/quantity.ts'
import { rating } from './sections/rating.ts'
import { refusals } from './sections/refusals.ts'
import { deskHeads, secrecy } from './sections/secrecy.ts'
import { sizeLimits } from './sections/size-limits.ts'
import { statuses } from './sections/statuses.ts'
import { testCoverage } from './sections/test-coverage.ts'
import { triggers } from './sections/triggers.ts'
import { uploads } from './sections/uploads.ts'

/** In the order of the rules; sections without a number come last. */
export const rulesSections: readonly Section[] = [
  statuses,
  eligibility,
  priority,
  cashSwap,
  quantity,
  brokers,
  locates,
  agreements,
  triggers,
  marketData,
  hoursAndLife,
  rating,
  secrecy,
  notices,
  uploads,
  probingBudgets,
  sizeLimits,
  marketStatistics,
  executions,
  notExecuted,
  costAnalysis,
  deskHeads,
  limitsInForce,
  prices,
  refusals,
  testCoverage,
]

const opening = `# The rules of Aitai

How adverts live, meet and end. This page is written by \`npm run docs\` from the tables that the engine
itself reads: every table and number is computed, and every example is run against the engine by a test,
which also fails when this page is not what would be written. So the page says what the engine does.

Quantities are in shares, times on the clock are UTC. Words are explained in [docs/glossary.md](glossary.md).`

function written({ title, text, examples = [] }: Section): string {
  const borneOut = examples.length > 0 ? ['Examples:', list(examples.map(({ says }) => says))] : []
  return [`## ${title}`, ...text, ...borneOut].join('\n\n')
}

/** The whole of docs/rules.md. */
export const rulesDocument = (): string => `${[opening, ...rulesSections.map(written)].join('\n\n')}\n`
