import { type Browser, expect, test } from '@playwright/test'
import {
  type Answer,
  answers,
  type Caller,
  contraAt,
  securities,
  sends,
  sessionOf,
  unhurried,
} from './meetings.ts'
import { BrokerDesk, type Person, type SignsIn, type Theme, Trader } from './people.ts'
import { policyReportsAt } from './policy-reports.ts'
import { type Running, startServer } from './server.ts'
import { afterStations } from './stations-after.ts'
import { brokerStations } from './stations-broker.ts'
import { deskStations } from './stations-desk.ts'
import { doorStations } from './stations-doors.ts'
import { entryStations } from './stations-entry.ts'
import { historyStations } from './stations-history.ts'
import { locateStations } from './stations-locate.ts'
import { profileStations } from './stations-profile.ts'
import { uploadStations } from './stations-upload.ts'
import type { WireClient } from './wire.ts'

/** One face of the product: how it is come to from the one before, and what has to be undone for the next. */
export interface Station {
  /** The name of its picture in docs/screens, and of what is found there. */
  readonly name: string
  /** Goes there and waits until all of it is drawn. Gives the one at whose screen it is. */
  readonly arrive: (cast: Cast) => Promise<Person>
  readonly leave?: (cast: Cast) => Promise<unknown>
}

/** Every screen, popup and state of it, in the order in which a day would show them. */
export const stations: readonly Station[] = [
  ...entryStations,
  ...doorStations,
  ...profileStations,
  ...deskStations,
  ...historyStations,
  ...uploadStations,
  ...locateStations,
  ...brokerStations,
  ...afterStations,
]

export type Look = (person: Person, station: string) => Promise<unknown>
type Who = Omit<SignsIn, 'url' | 'browser' | 'email'>

/** The product and the people of one walk. Each comes when first asked for. */
export class Cast {
  product: Running
  readonly #browser: Browser
  readonly #who: Who
  #trader: Trader | null = null
  #contra: WireClient | null = null
  #broker: BrokerDesk | null = null
  #located: Equity | null = null
  /** Whose accounts at the executing broker and at another one: known once both have accepted. */
  executing = { own: '', other: '' }
  guest: Person | null = null

  constructor(product: Running, browser: Browser, who: Who) {
    this.product = product
    this.#browser = browser
    this.#who = who
  }

  as(email: string): SignsIn {
    return { ...this.#who, url: this.product.url, browser: this.#browser, email }
  }

  async signsIn(): Promise<Trader> {
    this.#trader = await Trader.signsIn(this.as('trader@alder.example'))
    return this.#trader
  }

  get trader(): Trader {
    if (!this.#trader) throw new Error('the trader has not signed in yet')
    return this.#trader
  }

  get session(): Promise<Caller> {
    return sessionOf(this.trader.page, this.product.url)
  }

  async contra(): Promise<WireClient> {
    this.#contra ??= await contraAt(this.product.url, 'birch')
    return this.#contra
  }

  /** The trader's account signs in at another place, by a client of somebody else's. */
  elsewhere(): Promise<WireClient> {
    return contraAt(this.product.url, 'alder')
  }

  get brokerInHand(): BrokerDesk {
    if (!this.#broker) throw new Error('no broker has signed in yet')
    return this.#broker
  }

  async broker(email: string): Promise<BrokerDesk> {
    await this.#broker?.leaves()
    this.#broker = await BrokerDesk.signsIn(this.as(email))
    return this.#broker
  }

  /** The trader's advert in a security is sent, and the contra's opposite one: a locate comes. */
  async meets(ric: string): Promise<void> {
    const [session, contra] = await Promise.all([this.session, this.contra()])
    this.#located = (await securities(session)).find((each) => each.ric === ric) ?? null
    if (!this.#located) throw new Error(`no security ${ric}`)
    await sends(session, this.#located, 'BUY')
    await sends(contra, this.#located, 'SELL')
  }

  /** The contra answers the locate that came last. */
  async othersAnswer(answer: Answer): Promise<void> {
    if (!this.#located) throw new Error('nothing was located')
    await answers(await this.contra(), this.#located, answer)
  }

  /** The program is stopped and comes back with its data, after a while on its clock and the trader's. */
  async comesBack(laterMs: number): Promise<void> {
    const later = `const now=Date.now;Date.now=()=>now()+${laterMs}`
    const env = { ...unhurried, NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(later)}` }
    await this.#contra?.leaves()
    this.#contra = null
    this.product = await startServer(env, this.product)
  }

  async leaves(): Promise<void> {
    await this.#contra?.leaves()
    await this.product.stop()
  }
}

type Equity = Awaited<ReturnType<typeof securities>>[number]

/** Goes to every station in turn and looks at each, on one server, in one language and theme. */
export async function walk(browser: Browser, who: Who, look: Look): Promise<void> {
  const cast = new Cast(await startServer(unhurried), browser, who)
  try {
    for (const { name, arrive, leave } of stations) {
      await test.step(name, async () => {
        const person = await arrive(cast)
        await isDrawn(person)
        await look(person, name)
        // At each: a server that is started anew, as some stations need, counts from nothing.
        if (cast.product.runs()) expect(await policyReportsAt(cast.product.url), name).toBe(0)
        await leave?.(cast)
      })
    }
  } finally {
    await cast.leaves()
  }
}

/** Nothing moves any more, every letter is in its own font, and a popup is one that can be answered. */
async function isDrawn(person: Person): Promise<void> {
  const { page } = person
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await expect(page.getByTitle(person.text('locate.inert'))).toHaveCount(0)
  await page.evaluate('document.fonts.ready.then(() => true)')
}

export const themes: readonly Theme[] = ['light', 'dark']
