import { writeSync } from 'node:fs'
import { optionalTermsOff } from '@aitai/engine/model/advert.ts'
import { openDatabase } from '../../src/database/open-database.ts'
import { CommandLoop } from '../../src/market/command-loop.ts'
import { createJournal } from '../../src/market/journal.ts'
import { createNotificationStore } from '../../src/market/notification-store.ts'
import { randomId } from '../../src/random.ts'
import { openReference } from '../../src/reference/reference-data.ts'

/**
 * A separate process that holds the data of a test and is killed by it. Prints 'open' once it has the data,
 * then drafts adverts for a trader one at a time, and prints the id of each as soon as it was
 * acknowledged.
 */

const [dataDir = '', databaseUrl = '', traderId = ''] = process.argv.slice(2)
const say = (line: string): void => {
  writeSync(1, `${line}\n`)
}

async function hold(): Promise<void> {
  const { db } = await openDatabase({ dataDir, databaseUrl: databaseUrl || null })
  const reference = await openReference(db, { calendar: 'always-open' })
  const { names } = reference
  const journal = createJournal(db)
  const quotes = {
    sightingOf: (securityId: string) => ({ securityId, quote: null, run: [] }),
    changesSince: (position: number) => ({ securityIds: [], position }),
    usdJpy: () => 1_500_000,
  }
  const now = Date.now
  const market = await CommandLoop.start({
    journal,
    notificationStore: createNotificationStore(db),
    names,
    quotes,
    now,
  })
  await reference.synchronize(market)
  say('open')

  const done = await market.read((state) => state.adverts.size)
  const terms = {
    direction: 'BUY',
    shareQuantity: 10_000,
    minimumQuantity: 25,
    duration: '60',
    credibilityHurdle: 10,
    transactionType: 'CASH_ONLY',
    transactionTypePreference: 'CASH_ONLY',
    brokerIds: ['hinoki'],
    ranked: false,
    ...optionalTermsOff,
  } as const
  const offsets = { advertising: 0, knockout: 500 }
  for (const { security } of names().listed.slice(done)) {
    const { securityId } = security
    const advertId = randomId()
    await market.submit({ type: 'createAdvert', traderId, advertId, securityId, terms, offsets })
    say(advertId)
  }
  // Runs until it is killed.
  setInterval(() => {}, 60_000)
}

hold().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exitCode = 1
})
