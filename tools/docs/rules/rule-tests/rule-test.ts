/** A sentence of the rules, and the test that shows the engine or the server to keep it. */
export interface RuleTest {
  /** The section of the rules, and the condition where there is one: '3 E5'. */
  readonly section: string
  /** The rule in a few words of our own. */
  readonly rule: string
  /** The file of the test, from the root, and its name under its headings. Null while there is none. */
  readonly test: string | null
  readonly name: string
  /** Of a test with a table of cases, the case that is meant, as it stands in the source. */
  readonly of: string | null
}

/** A row of the list of proofs: short enough to read down a column. */
export const ruleTest = (
  section: string,
  rule: string,
  test: string | null,
  name = '',
  of = '',
): RuleTest => ({
  section,
  rule,
  test,
  name,
  of: of || null,
})

/** The files that prove something, by the words that stand for them in the lists. */
export const advert = 'engine/src/adverts/advert.test.ts'
export const answer = 'engine/src/locates/locate-answer.test.ts'
export const arming = 'engine/src/adverts/trigger-arming.test.ts'
export const brokerChoice = 'engine/src/matching/broker-choice.test.ts'
export const calendar = 'engine/src/calendar/calendar.test.ts'
export const cashSwap = 'engine/src/matching/cash-swap.test.ts'
export const contra = 'engine/src/matching/eligibility.test.ts'
export const credibility = 'engine/src/rating/credibility.test.ts'
export const decay = 'engine/src/adverts/quantity-decay.test.ts'
export const draft = 'engine/src/adverts/draft.test.ts'
export const equity = 'engine/src/market/security.test.ts'
export const evolve = 'engine/src/evolve.test.ts'
export const evolveDay = 'engine/src/state/trading-day.test.ts'
export const execution = 'engine/src/locates/execution.test.ts'
export const explain = 'engine/src/explain/pair-explanation.test.ts'
export const firing = 'engine/src/market/trigger-firing.test.ts'
export const hours = 'engine/src/calendar/hours.test.ts'
export const integers = 'engine/src/state/integers.test.ts'
export const laws = 'engine/src/engine-properties.test.ts'
export const ledger = 'engine/src/rating/rating-explanation.test.ts'
export const locate = 'engine/src/locates/locate.test.ts'
export const market = 'engine/src/market/meeting-price.test.ts'
export const marketError = 'engine/src/market/market-error.test.ts'
export const marketTurns = 'engine/src/market/market-status.test.ts'
export const notices = 'engine/src/notifications.test.ts'
export const openTime = 'engine/src/calendar/open-time.test.ts'
export const pause = 'engine/src/adverts/pause.test.ts'
export const pool = 'engine/src/state/pool.test.ts'
export const preferences = 'engine/src/adverts/preferences.test.ts'
export const preferenceFaults = 'engine/src/adverts/preference-validation.test.ts'
export const priceLimits = 'engine/src/market/price-limits.test.ts'
export const priority = 'engine/src/matching/priority.test.ts'
export const quote = 'engine/src/market/quote.test.ts'
export const ratedContras = 'engine/src/rating/events-per-contra.test.ts'
export const residual = 'engine/src/adverts/residual.test.ts'
export const restore = 'engine/src/upload/restore.test.ts'
export const snapshot = 'engine/src/state/snapshot.test.ts'
export const submit = 'engine/src/adverts/submit.test.ts'
export const sweep = 'engine/src/sweep.test.ts'
export const switches = 'engine/src/market/halts.test.ts'
export const tape = 'engine/src/market/quote-window.test.ts'
export const ticks = 'engine/src/market/tick-sizes.test.ts'
export const triggerLevels = 'engine/src/adverts/trigger-levels.test.ts'
export const triggerTerms = 'engine/src/adverts/trigger-validation.test.ts'
export const triggers = 'engine/src/market/trigger-conditions.test.ts'
export const upload = 'engine/src/upload/upload.test.ts'
export const uploadBounds = 'engine/src/upload/row-bounds.test.ts'
export const uploadCells = 'engine/src/upload/cells.test.ts'
export const uploadOrder = 'engine/src/upload/error-precedence.test.ts'
export const whyNotSecrecy = 'engine/src/explain/why-not-secrecy.test.ts'
export const simulation = 'proof/simulation/simulation.test.ts'
export const pairedWorlds = 'proof/simulation/secrecy/paired-worlds.test.ts'
export const contraSecrecy = 'proof/simulation/secrecy/contra-secrecy.test.ts'
export const seededLeaks = 'proof/simulation/secrecy/seeded-leaks.test.ts'
export const repositoryLint = 'tools/lint/repository-lint.test.ts'
export const clock = 'server/src/clock.test.ts'
export const fresh = 'server/src/random.test.ts'
export const badInput = 'server/test/api/invalid-input.test.ts'
export const mainWorkflow = 'server/test/api/locate-to-agreement.test.ts'
export const explainMatch = 'cli/test/explain-match.test.ts'
export const matchmaking = 'server/test/market/matchmaking.test.ts'
export const noticesStored = 'server/test/market/notification-store.test.ts'
export const secrecy = 'server/test/api/secrecy.test.ts'
export const sessions = 'server/test/accounts/sessions.test.ts'
export const views = 'server/test/market/views.test.ts'
