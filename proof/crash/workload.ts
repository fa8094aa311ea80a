import { setTimeout as wait } from 'node:timers/promises'
import { getEquities, userBrokersList } from '@aitai/contract/routes/reference.ts'
import { demoPassword } from '@aitai/server/admin/demo/demo-accounts.ts'
import { seededRandom } from '@aitai/server/quotes/seeded-random.ts'
import type { ServerConnection } from '../harness/client-connection.ts'
import { BrokerClient } from './broker.ts'
import type { TradingSetup } from './operation-choice.ts'
import { compareSides } from './side-consistency.ts'
import { type Faults, faultCount, noFaults, type Tally } from './tally.ts'
import { signIn, TraderClient } from './trader.ts'

/** Securities in play at once: few, so that the traders keep meeting. */
const groundSize = 4
/** Lives of the server until one security gives way to the next. */
const livesPerSecurity = 3
/** A look takes several reads while time goes on, so a difference must last to be a fault. */
const looks = 5

/** Everyone who works while the server dies: three traders of three institutions and a broker. */
export class Workload {
  readonly traders: readonly TraderClient[]
  readonly broker: BrokerClient
  readonly #equities: TradingSetup['equities']
  readonly #brokerIds: readonly string[]
  readonly #tally: Tally

  private constructor(
    people: Pick<Workload, 'traders' | 'broker'>,
    equities: TradingSetup['equities'],
    brokerIds: readonly string[],
    tally: Tally,
  ) {
    this.traders = people.traders
    this.broker = people.broker
    this.#equities = equities
    this.#brokerIds = brokerIds
    this.#tally = tally
  }

  /** Signs everyone in, once for all lives of the server: sessions must outlive it. */
  static async open(line: ServerConnection, seed: string, tally: Tally): Promise<Workload> {
    const traders: TraderClient[] = []
    let token = ''
    for (const firm of ['alder', 'birch', 'cypress']) {
      const email = `trader@${firm}.example`
      token = await signIn(line, email, demoPassword)
      const manner = { chance: seededRandom(`${seed} ${firm}`), isForgetful: firm === 'alder' }
      traders.push(new TraderClient(email, token, manner, tally))
    }
    const brokerToken = await signIn(line, 'broker@hinoki.example', demoPassword)
    const broker = new BrokerClient(brokerToken, seededRandom(`${seed} hinoki`), tally)
    const equities = await line.ask(getEquities, { token })
    const brokers = await line.ask(userBrokersList, { token })
    if (!('reply' in equities) || !('reply' in brokers)) throw new Error('there is no reference data')
    // One broker for all: every agreement is this one's.
    const hinoki = brokers.reply
      .filter(({ shortName }) => shortName === 'HIN')
      .map(({ brokerID }) => brokerID)
    return new Workload({ traders, broker }, equities.reply, hinoki, tally)
  }

  async listen(line: ServerConnection): Promise<void> {
    await Promise.all([...this.traders, this.broker].map((each) => each.listen(line)))
  }

  cutOff(): void {
    for (const each of [...this.traders, this.broker]) each.cutOff()
  }

  /** Works until the life is over. The ground moves on a little with each life. */
  async work(line: ServerConnection, lives: number, life: { isOver: boolean }): Promise<void> {
    const equities = Array.from({ length: groundSize }, (_, i) => {
      const equity = this.#equities[(Math.floor(lives / livesPerSecurity) + i) % this.#equities.length]
      if (!equity) throw new Error('there are no securities')
      return equity
    })
    const ground = { equities, brokerIds: this.#brokerIds }
    await Promise.all([
      ...this.traders.map((trader) => trader.trade(line, ground, life)),
      this.broker.work(line, life),
    ])
  }

  /** Compares all that is shown with all that was acknowledged, and takes it over if nothing is wrong. */
  async check(line: ServerConnection): Promise<void> {
    let faults = noFaults()
    for (let tries = 0; tries < looks; tries += 1) {
      faults = await this.#compare(line)
      if (faultCount(faults) === 0) {
        for (const each of [...this.traders, this.broker]) each.adopt()
        return
      }
    }
    const { lost, twice, wrong } = this.#tally.faults
    lost.push(...faults.lost)
    twice.push(...faults.twice)
    wrong.push(...faults.wrong)
  }

  async #compare(line: ServerConnection): Promise<Faults> {
    const [listing, ...own] = await Promise.all([
      this.broker.look(line),
      ...this.traders.map((trader) => trader.look(line)),
    ])
    const all = [listing.faults, ...own.map(({ finding }) => finding.faults)]
    const faults: Faults = {
      lost: all.flatMap(({ lost }) => lost),
      twice: all.flatMap(({ twice }) => twice),
      wrong: all.flatMap(({ wrong }) => wrong),
    }
    const locates = own.map(({ seen }) => seen.locates)
    compareSides(locates, listing.rows, faults)
    return faults
  }

  /** Lets every locate end, and everyone hear of every end, once. Who never hears in time is a fault. */
  async finish(line: ServerConnection, patienceMs: number): Promise<void> {
    const { lost, twice } = this.#tally.faults
    await atMost(patienceMs, (isEnough) =>
      Promise.all(this.traders.map((trader) => trader.finish(line, isEnough))),
    )
    await this.check(line)
    const all = [...this.traders, this.broker]
    await atMost(patienceMs, (isEnough) => Promise.all(all.map((each) => each.hearsAll(isEnough))))
    lost.push(...all.flatMap((each) => each.untold()))
    twice.push(...all.flatMap((each) => each.toldTwice()))
  }
}

/** Waits for something, and tells it when to give up. */
async function atMost(
  patienceMs: number,
  work: (isEnough: () => boolean) => Promise<unknown>,
): Promise<void> {
  const done = new AbortController()
  let isEnough = false
  const late = wait(patienceMs, undefined, { signal: done.signal }).then(
    () => {
      isEnough = true
    },
    () => {},
  )
  await Promise.race([work(() => isEnough), late])
  done.abort()
}
