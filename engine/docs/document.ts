import { agreements } from './agreements.ts'
import { brokers } from './brokers.ts'
import { cashSwap } from './cash-swap.ts'
import { eligibility } from './eligibility.ts'
import type { Section } from './example.ts'
import { hoursAndLife } from './hours.ts'
import { limitsInForce } from './limits.ts'
import { locates } from './locates.ts'
import { list } from './markdown.ts'
import { marketData } from './market-data.ts'
import { notices } from './notices.ts'
import { prices } from './prices.ts'
import { priority } from './priority.ts'
import { proven } from './proven.ts'
import { quantity } from './quantity.ts'
import { rating } from './rating.ts'
import { refusals } from './refusals.ts'
import { secrecy } from './secrecy.ts'
import { statuses } from './statuses.ts'
import { triggers } from './triggers.ts'
import { uploads } from './uploads.ts'

/** Numbered as the rules are; what has no number there comes after. */
export const sections: readonly Section[] = [
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
  limitsInForce,
  prices,
  refusals,
  proven,
]

const opening = `# The rules of Aitai

How adverts live, meet and end. This page is written by \`npm run rules\` from the tables that the engine
itself reads: every table and number is computed, and every example is run against the engine by a test,
which also fails when this page is not what would be written. So the page says what the engine does.

Quantities are in shares, times on the clock are UTC. Words are explained in [GLOSSARY.md](../GLOSSARY.md).`

function written({ title, text, examples = [] }: Section): string {
  const borneOut = examples.length > 0 ? ['Examples:', list(examples.map(({ says }) => says))] : []
  return [`## ${title}`, ...text, ...borneOut].join('\n\n')
}

/** The whole of docs/rules.md. */
export const rulesDocument = (): string => `${[opening, ...sections.map(written)].join('\n\n')}\n`
