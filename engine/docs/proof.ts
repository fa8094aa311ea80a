/** A sentence of the rules, and the test that shows the engine or the server to keep it. */
export interface Proof {
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
export const proof = (section: string, rule: string, test: string | null, name = '', of = ''): Proof => ({
  section,
  rule,
  test,
  name,
  of: of || null,
})

const inSource = (name: string): string => `engine/src/${name}.test.ts`
const onServer = (name: string): string => `server/test/${name}.test.ts`

/** The files that prove something, by the words that stand for them in the lists. */
export const advert = inSource('advert')
export const answer = inSource('answer')
export const arming = inSource('arming')
export const brokerChoice = inSource('broker-choice')
export const calendar = inSource('calendar')
export const cashSwap = inSource('cash-swap')
export const contra = inSource('contra')
export const credibility = inSource('credibility')
export const decay = inSource('decay')
export const draft = inSource('draft')
export const equity = inSource('equity')
export const evolve = inSource('evolve')
export const evolveDay = inSource('evolve-day')
export const execution = inSource('execution')
export const explain = inSource('explain')
export const firing = inSource('firing')
export const hours = inSource('hours')
export const integers = inSource('integers')
export const laws = inSource('laws')
export const ledger = inSource('ledger')
export const locate = inSource('locate')
export const market = inSource('market')
export const marketError = inSource('market-error')
export const marketTurns = inSource('market-turns')
export const notices = inSource('notices')
export const openTime = inSource('open-time')
export const pause = inSource('pause')
export const pool = inSource('pool')
export const preferences = inSource('preferences')
export const preferenceFaults = inSource('preference-faults')
export const priceLimits = inSource('price-limits')
export const priority = inSource('priority')
export const quote = inSource('quote')
export const ratedContras = inSource('rated-contras')
export const residual = inSource('residual')
export const restore = inSource('restore')
export const snapshot = inSource('snapshot')
export const submit = inSource('submit')
export const sweep = inSource('sweep')
export const switches = inSource('switches')
export const tape = inSource('tape')
export const ticks = inSource('ticks')
export const triggerLevels = inSource('trigger-levels')
export const triggerTerms = inSource('trigger-terms')
export const triggers = inSource('triggers')
export const upload = inSource('upload')
export const uploadBounds = inSource('upload-bounds')
export const uploadCells = inSource('upload-cells')
export const uploadOrder = inSource('upload-order')
export const whyNotSecrecy = inSource('why-not-secrecy')
export const simulation = 'engine/simulation/simulation.test.ts'
export const twoWorlds = 'engine/simulation/secrecy.test.ts'
export const secrecyOfContra = 'engine/simulation/secrecy-contra.test.ts'
export const plantedLeaks = 'engine/simulation/secrecy-leaks.test.ts'
export const tidy = 'tidy.test.ts'
export const clock = 'server/src/clock.test.ts'
export const fresh = 'server/src/fresh.test.ts'
export const badInput = onServer('bad-input')
export const mainJob = onServer('main-job')
export const explainMatch = 'cli/test/explain-match.test.ts'
export const matchmaking = onServer('matchmaking')
export const noticesStored = onServer('notices')
export const secrecy = onServer('secrecy')
export const sessions = onServer('sessions')
export const views = onServer('views')
